import Digest
import Foundation
import Glibc

/// A folder for one test, and the root in it; removed at the end.
final class Root: Sendable {
  /// Holds the root, and what programs print.
  let scratch: String
  let path: String

  init() throws {
    scratch = try Self.makeScratch()
    path = scratch + "/root"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A root that holds what another one holds now.
  init(copying other: Root) throws {
    scratch = try Self.makeScratch()
    path = scratch + "/root"
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  private static func makeScratch() throws -> String {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let path = base.appending(path: "tondo-scenario-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  func absolute(_ below: String) -> String { "\(path)/\(below)" }

  // MARK: Reading

  func read(_ below: String) -> [UInt8]? {
    FileManager.default.contents(atPath: absolute(below)).map(Array.init)
  }

  func text(_ below: String) -> String? { read(below).map { String(decoding: $0, as: UTF8.self) } }

  /// Whether there is anything of this name, be it a dangling link.
  func has(_ below: String) -> Bool { state(below) != nil }

  func sha256(_ below: String) -> String? { read(below).map { SHA256.of($0) } }

  func state(_ below: String) -> stat? {
    var state = stat()
    return lstat(absolute(below), &state) == 0 ? state : nil
  }

  /// The names in a folder, sorted.
  func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: absolute(folder))) ?? []).sorted()
  }

  /// All that is no folder, below a folder of the root.
  func files(_ folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: absolute(folder))?.compactMap { $0 as? String } ?? []
    return all.filter { (state("\(folder)/\($0)")?.st_mode ?? 0) & S_IFMT != S_IFDIR }.sorted()
  }

  /// Everything in the root but the ledger, a name a line: for people who read why a test failed.
  var tree: String {
    ["tondo.json", "inbox", "originals", "replaced", "avatars", "failed", ".tondo/staging"]
      .flatMap { folder in files(folder).map { "  \(folder)/\($0)" } }.joined(separator: "\n")
  }

  /// Everything below the root that has a word in its name or its bytes.
  func traces(of word: String) -> [String] {
    let all = ["inbox", "originals", "replaced", "avatars", "failed", ".tondo"].flatMap { folder in
      files(folder).map { "\(folder)/\($0)" }
    }
    let word = Data(word.utf8)
    return all.filter { path in
      Data(path.utf8).range(of: word) != nil || Data(read(path) ?? []).range(of: word) != nil
    }
  }

  /// What would differ if a file of the avatars had been written again.
  var written: [String] {
    files("avatars").map { name in
      let state = state("avatars/\(name)") ?? stat()
      return "\(name) \(state.st_ino) \(state.st_mtim.tv_sec).\(state.st_mtim.tv_nsec)"
    }
  }

  // MARK: Writing

  func makeFolder(_ below: String) throws {
    try FileManager.default.createDirectory(atPath: absolute(below), withIntermediateDirectories: true)
  }

  /// Writes in place, as an editor without a sense of safety does.
  func write(_ below: String, _ bytes: [UInt8]) throws {
    try makeFolder((below as NSString).deletingLastPathComponent)
    try Data(bytes).write(to: URL(fileURLWithPath: absolute(below)))
  }

  func write(_ below: String, _ text: String) throws { try write(below, Array(text.utf8)) }

  func drop(_ name: String, _ bytes: [UInt8]) throws { try write("inbox/\(name)", bytes) }

  func drop(_ name: String, _ text: String) throws { try write("inbox/\(name)", text) }

  func move(_ from: String, _ to: String) throws {
    try check(rename(absolute(from), absolute(to)), "rename \(from) to \(to)")
  }

  func remove(_ below: String) throws { try FileManager.default.removeItem(atPath: absolute(below)) }

  /// Replaces a piece of a text, which must be there.
  func edit(_ below: String, _ piece: String, with other: String) throws {
    guard let text = text(below), text.contains(piece) else {
      throw Failed("\(below) does not hold \(piece)")
    }
    try write(below, text.replacingOccurrences(of: piece, with: other))
  }
}
