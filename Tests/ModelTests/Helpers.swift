import Testing

@testable import Model

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The problem that reading gives; records an issue where there is none.
func problem<Result>(
  _ read: () throws(DocumentProblem) -> Result, sourceLocation: SourceLocation = #_sourceLocation
) -> DocumentProblem? {
  do throws(DocumentProblem) {
    let result = try read()
    Issue.record("read as \(result)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// A problem as one line: `3:12 scale: outOfRange...` is compared as place, path and sentence.
func told(_ problem: DocumentProblem?) -> String? {
  problem.map { "\($0.line):\($0.column) \($0.keyPath)| \($0.english.problem)| \($0.english.remedy)" }
}

func path(_ text: String) throws -> BytePath { try #require(BytePath(text)) }
func id(_ text: String) throws -> AvatarID { try #require(AvatarID(text)) }
