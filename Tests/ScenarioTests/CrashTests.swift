import Digest
import Foundation
import Glibc
import Testing

/// kill -9 at any moment.
@Suite struct CrashTests {
  /// Numbers that look random and are the same every time.
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// What was dropped, and what the attributes were set to.
  private struct Wishes {
    /// By digest: each must be kept somewhere.
    var photos: Set<String> = []
    /// By id: the photo that came last.
    var newest: [String: String] = [:]
    var scales: [String: Double] = [:]
  }

  @Test(arguments: Torture.isWhole ? [UInt64(20_261_130), 7, 4_711, 1, 99, 65_537] : [7, 4_711])
  func `after many kills nothing is lost, half done or left about`(
    _ seed: UInt64
  ) async throws {
    try await scene(settings: Scene.settings(settle: 0.02), daemon: false) { scene in
      var dice = Dice(state: seed)
      var wishes = Wishes()
      for turn in 0..<Torture.amount(40, sample: 15) {
        try drop(turn, scene.root, &wishes)
        try change(scene.root, &dice, &wishes)
        let daemon = try scene.launch()
        let moment = Int.random(in: 5...400, using: &dice)
        try await Task.sleep(for: .milliseconds(moment))
        daemon.send(SIGKILL)
        _ = try await daemon.ended()
      }
      try await scene.start()
      try await settled(scene)
      try verify(scene, wishes, "seed \(seed)")
      let made = scene.count(": made in")
      try await scene.stop()
      try await scene.start()
      try await settled(scene)
      // The one is the photo that `settled` drops.
      #expect(scene.count(": made in") == made + 1, "a quiet restart did work again, seed \(seed)")
    }
  }

  /// Two new photos each turn, and from time to time a replacement.
  private func drop(_ turn: Int, _ root: Root, _ wishes: inout Wishes) throws {
    var ids = ["photo\(turn)", "team/photo\(turn)"]
    if turn % 4 == 3 { ids.append("photo\(turn - 3)") }
    for id in ids {
      let photo = Picture.fresh()
      try root.write("away/new", photo)
      try root.makeFolder(("inbox/\(id)" as NSString).deletingLastPathComponent)
      if let waiting = root.sha256("inbox/\(id).png") {
        // What is overwritten before Tondo took it is gone by the person's own hand.
        wishes.photos.remove(waiting)
      }
      try root.move("away/new", "inbox/\(id).png")
      wishes.photos.insert(SHA256.of(photo))
      wishes.newest[id] = SHA256.of(photo)
      wishes.scales[id] = nil
    }
  }

  /// An edit of a manifest, and a job, for ids that are there and not just being replaced.
  private func change(_ root: Root, _ dice: inout Dice, _ wishes: inout Wishes) throws {
    let ids = root.ids.filter { !root.has("inbox/\($0).png") && !root.has("inbox/\($0).job.json") }
    guard ids.count > 1 else { return }
    let edited = ids[Int.random(in: 0..<ids.count, using: &dice)]
    let scale = Double(Int.random(in: 2...30, using: &dice))
    try root.write("avatars/\(edited).json", #"{"attributes":{"scale":\#(scale)}}"#)
    wishes.scales[edited] = scale
    guard let other = ids.first(where: { $0 != edited }) else { return }
    try root.write("away/job", #"{"scale":\#(scale)}"#)
    try root.move("away/job", "inbox/\(other).job.json")
    wishes.scales[other] = scale
  }

  private func settled(_ scene: Scene) async throws {
    try await scene.until("the inbox is empty", seconds: 60) { scene.root.files("inbox") == [] }
    try await scene.settled()
    try await scene.swept()
  }

  private func verify(_ scene: Scene, _ wishes: Wishes, _ comment: Comment) throws {
    let root = scene.root
    #expect(root.ids.flatMap(root.faults) == [], comment)
    for (id, photo) in wishes.newest {
      #expect(root.account(id)?.original.sha256 == photo, "\(id), \(comment)")
    }
    for (id, scale) in wishes.scales {
      #expect(root.account(id)?.attributes.scale == scale, "\(id), \(comment)")
    }
    let kept = Set(
      ["originals", "replaced"].flatMap { folder in
        root.files(folder).compactMap { root.sha256("\(folder)/\($0)") }
      })
    #expect(wishes.photos.subtracting(kept) == [], "lost, \(comment)")
    #expect(root.files("failed") == [], comment)
    #expect(root.files("avatars").count == root.ids.count * 3, "\(root.tree) \(comment)")
    #expect(root.files("originals").count == root.ids.count, "\(root.tree) \(comment)")
  }
}

extension CrashTests {
  @Test func `workers that are killed at any time cost nothing but time`() async throws {
    let count = Torture.amount(60, sample: 8)
    let settings = Scene.settings(
      settle: 0.02, outputs: #"[{"size":300,"format":"avif"},{"size":16,"format":"png"}]"#,
      more: #""retries":100"#)
    try await scene(settings: settings) { scene in
      var dice = Dice(state: 20_261_130)
      for turn in 0..<count { try scene.root.drop("photo\(turn).jpg", Picture.jpeg()) }
      var dropped = count
      var killed = 0
      var faced: Set<[Int]> = []
      try await scene.until("all are made", seconds: 300) {
        for worker in try Proc.workers(scene) where Proc.isWorker(worker) {
          // One in six is spared for a photo, so that no photo runs out of retries however fast they are killed.
          let isNews = faced.insert([Int(worker), scene.count(": made in")]).inserted
          guard isNews, killed < 2 * count, Int.random(in: 0..<6, using: &dice) > 0 else { continue }
          usleep(UInt32.random(in: 0...60_000, using: &dice))
          if kill(worker, SIGKILL) == 0 { killed += 1 }
        }
        guard scene.count(": made in") == dropped else { return false }
        if killed >= count { return true }
        // A fast machine made them with fewer kills: it gets more of them.
        try scene.root.drop("photo\(dropped).jpg", Picture.jpeg())
        dropped += 1
        return false
      }
      try await scene.settled()
      try await scene.swept()
      #expect(killed >= count)
      #expect(scene.root.ids.flatMap(scene.root.faults) == [])
      #expect(scene.root.files("failed") == [])
      #expect(scene.root.files("avatars").count == scene.root.ids.count * 3)
      for id in scene.root.ids { #expect(scene.count("\(id): made in") == 1) }
    }
  }
}
