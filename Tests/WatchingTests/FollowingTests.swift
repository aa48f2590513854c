import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import Watching

/// What the next stage does: looks where it is told to, and so always knows what there is.
final class Follower: Sendable {
  private let root: [UInt8]
  private let known = Mutex<[BytePath: FileSignature]>([:])

  init(_ root: [UInt8]) { self.root = root }

  var files: [BytePath: FileSignature] { known.withLock { $0 } }

  static func scan(_ root: [UInt8], _ folder: BytePath) -> [BytePath: FileSignature] {
    var found: [BytePath: FileSignature] = [:]
    let ignoring = folder == Ignore.area || folder.below(Ignore.area) != nil
    _ = FolderScan.walk(root: root, below: folder, ignoring: ignoring) { found[$0.path] = $0.signature }
    return found
  }

  static func scanAll(_ root: [UInt8], _ areas: [BytePath]) -> [BytePath: FileSignature] {
    areas.reduce(into: [:]) { $0.merge(scan(root, $1)) { $1 } }
  }

  func take(_ batch: Set<Change>, _ areas: [BytePath]) {
    for change in batch {
      switch change {
      case .file(let path): look(path)
      case .folder(let path): list(path)
      case .everything: areas.forEach(list)
      case .gone, .settings: break
      }
    }
  }

  private func look(_ path: BytePath) {
    let look = FolderScan.look(root: root, at: path)
    known.withLock { known in
      if case .file(let file) = look { known[path] = file.signature } else { known[path] = nil }
    }
  }

  private func list(_ folder: BytePath) {
    let found = Self.scan(root, folder)
    known.withLock { known in
      known = known.filter { $0.key.below(folder) == nil }
      known.merge(found) { $1 }
    }
  }
}

extension WatcherTests {
  @Test(arguments: 1...6)
  func whoFollowsTheChangesKnowsWhatThereIs(_ seed: UInt64) async throws {
    let follower = Follower(root.bytes)
    let areas = try ["inbox", "originals"].map(path)
    let scene = try await Scene(root, listening: false) { plan in
      plan.areas = areas
      plan.pace.limbo = .milliseconds(5)
      plan.pace.restarting = .milliseconds(20)
      plan.pace.stale = 100
    }
    let changes = scene.watcher.changes
    let consumer = Task { for await batch in changes { follower.take(batch, areas) } }
    let writers = (0..<2).map { number in
      Task.detached { [root] in Vandal(root, Dice(seed * 31 + UInt64(number)), number).play(1500) }
    }
    for writer in writers { await writer.value }
    try await until("the same files") { follower.files == Follower.scanAll(root.bytes, areas) }
    try await until("the same watches") { scene.watcher.status().watches == kernelWatches() }
    for folder in Set(follower.files.keys.map(\.folder)) {
      try root.write(folder.appending("late.jpg".utf8).description, "late")
    }
    try await until("late files") { follower.files == Follower.scanAll(root.bytes, areas) }
    scene.watcher.stop()
    await consumer.value
  }
}

/// The same numbers for the same seed.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes, fills, moves and removes folders without sense; what fails, fails.
struct Vandal {
  let root: Root
  var dice: Dice
  let number: Int

  init(_ root: Root, _ dice: Dice, _ number: Int) {
    self.root = root
    self.dice = dice
    self.number = number
    try? root.makeFolder("outside\(number)")
  }

  consuming func play(_ turns: Int) {
    for turn in 0..<turns { act(turn) }
  }

  private mutating func act(_ turn: Int) {
    switch Int.random(in: 0..<27, using: &dice) {
    case 0..<11: try? root.write(folder() + "/\(Int.random(in: 0..<9, using: &dice)).jpg", "\(turn)")
    case 11: try? root.makeFolder(folder() + "/new\(turn)/deep")
    case 12..<17: try? root.makeFolder(folder())
    case 17..<21: try? root.move(folder(), folder())
    case 21: if turn % 4 == 0 { try? root.remove(folder()) }
    case 22: try? root.move(folder(), "outside\(number)/\(turn % 4)")
    case 23: try? root.move("outside\(number)/\(turn % 4)", folder())
    case 24..<26: try? root.move(folder() + "/1.jpg", folder() + "/2.jpg")
    default: replaceAreaSometimes(turn)
    }
  }

  private func replaceAreaSometimes(_ turn: Int) {
    guard turn % 29 == 0 else { return }
    try? root.move("originals", "outside\(number)/area\(turn)")
    try? root.makeFolder("originals/a")
  }

  private mutating func folder() -> String {
    let names = ["a", "b", "c", ".hidden", "@eaDir"]
    let depth = Int.random(in: 1...4, using: &dice)
    let parts = (0..<depth).map { _ in names.randomElement(using: &dice) ?? "a" }
    return (["inbox", "originals"].randomElement(using: &dice) ?? "inbox") + "/"
      + parts.joined(separator: "/")
  }
}
