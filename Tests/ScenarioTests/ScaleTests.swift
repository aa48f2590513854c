import Foundation
import Testing

/// Many at once.
@Suite struct ScaleTests {
  @Test func `of a thousand originals at once every one is accounted for, and memory stays flat`()
    async throws
  {
    try await scene(settings: Scene.settings(outputs: #"[{"size":8,"format":"jpeg"}]"#)) { scene in
      try drop(0..<100, scene.root)
      try await made(100, scene)
      let before = try memory(scene)
      try drop(100..<1000, scene.root)
      try await made(1000, scene)
      let after = try memory(scene)
      #expect(
        Double(after.daemon) < 1.5 * Double(before.daemon),
        "kB of the daemon: \(before.daemon), then \(after.daemon)")
      #expect(
        Double(after.workers) < 1.5 * Double(before.workers),
        "kB of workers: \(before.workers), then \(after.workers)")
      #expect(scene.root.ids.count == 1000)
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.root.files("originals").count == 1000)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.count(": made in") == 1000)
      #expect(
        try await scene.tondo("status").said.hasPrefix(
          "1000 ready, 0 waiting, 0 queued, 0 processing, 0 failed"))
    }
  }

  private func drop(_ numbers: Range<Int>, _ root: Root) throws {
    for number in numbers {
      try root.drop("folder\(number % 7)/photo\(number).png", Picture.fresh(width: 8, height: 8))
    }
  }

  private func made(_ count: Int, _ scene: Scene) async throws {
    try await scene.until("\(count) are made", seconds: 120) { scene.count(": made in") == count }
    try await scene.idle()
  }

  private func memory(_ scene: Scene) throws -> (daemon: Int, workers: Int) {
    let daemon = try #require(scene.daemon).pid
    let workers = try Proc.workers(scene).compactMap { Proc.number("VmRSS", of: $0) }
    return (try #require(Proc.number("VmRSS", of: daemon)), workers.reduce(0, +))
  }
}
