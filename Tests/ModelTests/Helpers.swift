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
  problem.map { problem in
    let why = problem.explanation
    return
      "\(problem.line):\(problem.column) \(problem.keyPath)| \(english(why.problem))| \(english(why.remedy))"
  }
}

func english(_ message: Message?) -> String { message?.text(in: .english) ?? "" }

/// Whether there is a sentence for what is wrong, and one for what to do, in every language.
func isTold(_ why: Explanation) -> Bool {
  Language.all.allSatisfy { language in
    [why.problem, why.remedy].allSatisfy { $0.map { isTold($0, in: language) } ?? false }
  }
}

/// Whether there is a sentence, and nothing is missing that goes into it.
func isTold(_ message: Message, in language: Language) -> Bool {
  if message.verbatim != nil { return true }
  guard let template = language.catalog.template(message.key) else { return false }
  let inner = message.arguments.values.allSatisfy { argument in
    if case .message(let message) = argument { isTold(message, in: language) } else { true }
  }
  return inner && template.names.isSubset(of: message.arguments.keys)
}

func path(_ text: String) throws -> BytePath { try #require(BytePath(text)) }
func id(_ text: String) throws -> AvatarID { try #require(AvatarID(text)) }
