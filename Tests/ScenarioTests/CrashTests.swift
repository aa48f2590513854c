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

  @Test(arguments: [UInt64(20_261_130), 7, 4_711])
  func `after twenty kills nothing is lost, half done or left about`(
    _ seed: UInt64
  ) async throws {
    try await scene(settings: Scene.settings(settle: 0.02), daemon: false) { scene in
      var dice = Dice(state: seed)
      var wishes = Wishes()
      for turn in 0..<20 {
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
