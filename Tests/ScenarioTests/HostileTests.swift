import Foundation
import Glibc
import Testing

/// Real files that were made to hurt whoever opens them: bombs, disguises, crashers, drawings that load other files.
@Suite struct HostileTests {
  struct Row: Sendable {
    var name: String
    var path: String
    /// The list lets a decoder make the best of some.
    var mustBeRefused: Bool
  }

  @Test(.enabled(if: !Hostile.rows.isEmpty))
  func `each is refused with a reason, at little cost, and the daemon's memory stays flat`() async throws {
    try await scene { scene in
      try scene.root.drop("first.png", Picture.fresh())
      try await scene.made("first")
      let daemon = try #require(scene.daemon).pid
      let before = try #require(Proc.number("VmRSS", of: daemon))
      for row in Hostile.rows { try await Self.drop(row, scene) }
      // Kilobytes.
      #expect(try #require(Proc.number("VmHWM", of: daemon)) - before < 16_000)
      try scene.root.drop("last.png", Picture.fresh())
      try await scene.made("last")
      #expect(scene.count("the worker died") == 0)
    }
  }

  private static func drop(_ row: Row, _ scene: Scene) async throws {
    let before = try processorTime(scene)
    let id = (row.name as NSString).deletingPathExtension
    try scene.root.drop(row.name, Array(try Data(contentsOf: URL(fileURLWithPath: row.path))))
    let refusal = "inbox/\(row.name): moved to failed/"
    try await scene.until("\(row.name) is dealt with", seconds: 90) {
      scene.count(refusal) == 1 || scene.count("\(id): made in ") == 1
    }
    // Of the processor: how long it takes is the machine's affair.
    #expect(try processorTime(scene) - before < .seconds(15), "\(row.name)")
    guard row.mustBeRefused || scene.count(refusal) == 1 else { return }
    let reason = try #require(scene.root.text("failed/\(row.name).error.txt"), "\(row.name)")
    #expect(reason.count > 20 && !reason.contains("root:"))
    #expect(scene.root.read("failed/\(row.name)")?.count == Hostile.size(row.path))
    #expect(!scene.root.has("avatars/\(id).json"))
  }

  /// Of the daemon, its workers, and those that have ended.
  private static func processorTime(_ scene: Scene) throws -> Duration {
    let daemon = try #require(scene.daemon).pid
    let workers = try Proc.workers(scene).reduce(Duration.zero) {
      $0 + ((try? Proc.processorTime($1)) ?? .zero)
    }
    return try Proc.processorTime(daemon) + Proc.endedChildrensTime(daemon) + workers
  }
}

/// The hostile ones of the real files beside the repository.
private enum Hostile {
  static let rows: [HostileTests.Row] = {
    guard let folder, let text = try? String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8) else {
      print("SKIPPED: no shared/corpus beside the repository, so the hostile files are not tried")
      return []
    }
    return text.split(separator: "\n").dropFirst().compactMap { row(folder, $0) }
  }()

  static func size(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }

  private static func row(_ folder: String, _ line: Substring) -> HostileTests.Row? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count > 7, !fields[0].hasSuffix(".vcf") else { return nil }
    let (file, kind, expected) = (fields[0], fields[1], fields[7])
    let isHostile =
      expected.hasPrefix("refuse") || file.contains("bomb") || kind == "svg" || kind == "disguise"
      || kind.hasSuffix("-broken")
    guard isHostile else { return nil }
    let isOpen = ["decode", "best effort", "reads", "1x1", "128x128"].contains { expected.contains($0) }
    return HostileTests.Row(
      name: file.replacingOccurrences(of: "/", with: "-"), path: folder + "/" + file,
      mustBeRefused: expected.hasPrefix("refuse") && !isOpen)
  }

  private static var folder: String? {
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let corpus = place.appendingPathComponent("shared/corpus")
      if FileManager.default.fileExists(atPath: corpus.appendingPathComponent("INDEX.tsv").path) {
        return corpus.path
      }
    }
    return nil
  }
}
