import Foundation
import Glibc
import Testing

/// A line of an import's report.
struct ReportLine: Decodable, Equatable {
  var source: String
  var line: Int?
  var id: String?
  var outcome: String
  var field: String?
  var reason: String?
  var remedy: String?
  var warnings: [String]
}

/// A library of photos beside the root, and imports of it.
extension Scene {
  func library(_ name: String = "") -> String {
    root.scratch + "/library" + (name.isEmpty ? "" : "/" + name)
  }

  func shelve(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: library(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func shelve(_ name: String, _ text: String) throws { try shelve(name, Array(text.utf8)) }

  /// Starts an import whose report can be read with `report`.
  func beginImport(_ words: [String], by wrapper: [String] = []) throws -> Spawned {
    let all = wrapper + [Spawned.beside("tondo"), "import"] + words
    let options = ["--root", root.path, "--report", root.scratch + "/report.jsonl"]
    return try Spawned(
      all[0], (all.dropFirst() + options).map { Array($0.utf8) }, scratch: root.scratch)
  }

  /// Runs one to its end.
  func importing(_ words: String...) async throws -> Answer {
    let command = try beginImport(words)
    let status = try await command.ended(within: 240)
    return Answer(status: status, said: command.said, complained: command.complained)
  }

  var report: [ReportLine] {
    get throws {
      let text = try String(contentsOfFile: root.scratch + "/report.jsonl", encoding: .utf8)
      return try text.split(separator: "\n").map {
        try JSONDecoder().decode(ReportLine.self, from: Data($0.utf8))
      }
    }
  }

  /// What became of each id.
  var outcomes: [String: String] {
    get throws {
      Dictionary(try report.map { ($0.id ?? "", $0.outcome) }) { "\($0), \($1)" }
    }
  }

  /// All of the library, as it lies there: nothing of it may change.
  var shelves: [String] {
    let all = FileManager.default.enumerator(atPath: library())?.compactMap { $0 as? String } ?? []
    return all.sorted().map { name in
      var state = stat()
      lstat(library(name), &state)
      return "\(name) \(state.st_ino) \(state.st_size) \(state.st_mtim.tv_nsec) \(state.st_ctim.tv_nsec)"
    }
  }

  /// What an import may not leave behind.
  var left: [String] { root.files("inbox") + root.names("inbox").filter { $0.hasPrefix(".") } }
}
