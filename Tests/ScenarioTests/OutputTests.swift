import Foundation
import Testing

/// Where results go, and what is said when they cannot.
@Suite struct OutputTests {
  /// What a shell's line with `$TONDO` in it ends with, and what it complains of.
  private func end(_ line: String) async throws -> (status: Int32, complained: String) {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let script = "TONDO='\(Spawned.beside("tondo"))'; \(line)"
    let shell = try Spawned(
      "/bin/bash", ["-c", script].map { Array($0.utf8) }, scratch: scratch.path(percentEncoded: false))
    return (try await shell.ended(), shell.complained)
  }

  @Test func `a result that cannot be written is a failure`() async throws {
    let (status, complained) = try await end("\"$TONDO\" --help >/dev/full")
    #expect(status == 74)
    #expect(complained.contains("standard output: no space left on the device"))
  }

  @Test func `nobody reading is no failure`() async throws {
    let (status, complained) = try await end("(sleep 0.2; \"$TONDO\" --help; echo $? >&2) | true")
    #expect(status == 0)
    #expect(complained == "0\n")
  }
}
