import Model
import Testing

@testable import Reconciling

/// Random numbers that are the same in each run (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func coin() -> Bool { Bool.random(using: &self) }
  mutating func time() -> Int64 { Int64.random(in: 4...20, using: &self) }
  mutating func scale() -> Double? { [nil, 1, 2, 3].randomElement(using: &self) ?? nil }

  mutating func attributes() -> Attributes {
    var attributes = scaled(scale())
    if Int.random(in: 0...2, using: &self) == 0 {
      attributes.placeholder = Placeholder(.symbol(coin() ? .star : .heart))
    }
    return attributes
  }
}

/// One id's folders, on which decisions are carried out as the daemon would.
struct World {
  var found: Found
  var record: Record?
  var failedMade: String?
  var dice: Dice
  var steps: [String] = []

  init(seed: UInt64) {
    dice = Dice(state: seed)
    record = dice.coin() ? dice.coin() ? jane() : waitingJane() : nil
    found = .after(record)
    fill()
    if record != nil, dice.coin() { distort() }
  }

  private mutating func fill() {
    if dice.coin() { found.photo("inbox/jane.jpg", dice.time()) }
    if dice.coin() { found.photo("inbox/jane.png", dice.time()) }
    if dice.coin() { found.photo("originals/jane.gif", dice.time()) }
    for name in ["a", "b", "c"] where dice.coin() {
      found.job(
        name, dice.time(), Int.random(in: 0...5, using: &dice) == 0 ? .remove : .place(dice.attributes()))
    }
    if dice.coin() { found.edit(dice.time(), dice.attributes(), as: dice.coin() ? record : nil) }
    found.hasIncompletePhoto = Int.random(in: 0...3, using: &dice) == 0
  }

  private mutating func distort() {
    found.avatarsAreDamaged = dice.coin()
    if record?.original != nil {
      found.original = [.intact, .gone, .changed(signature(9))].randomElement(using: &dice) ?? .intact
    }
    if dice.coin() { found.failedPhoto = dice.time() }
    if dice.coin() { record?.made = "old" }
    if dice.coin() { failedMade = made("jane", dice.attributes()) }
    if dice.coin() {
      found.manifest =
        [.missing, .empty, .unreadable(Explanation(.verbatim("x"), nil))].randomElement(using: &dice)
        ?? .empty
    }
    if dice.coin(), let job = found.jobs.randomElement(using: &dice) {
      record?.job = .init(file: WirePath(job.path.bytes), signature: job.signature)
    }
  }

  /// Answers false at the end.
  mutating func step() -> Bool {
    let decision = plan(found, record: record, failedMade: failedMade, made: made)
    steps.append(told(decision))
    switch decision {
    case .nothing, .wait, .stayFailed, .fail: return false
    case .make(let making): make(making)
    case .writeManifest(let attributes, _, _):
      record?.attributes = attributes
      found.manifest = .ours
    case .accept(let edit):
      record?.attributes = edit.manifest.attributes
      found.manifest = .ours
    case .drop(let jobs): forget(jobs.map(\.path))
    case .remove(let files): remove(files)
    }
    return true
  }

  private mutating func forget(_ paths: [BytePath]) {
    found.jobs.removeAll { paths.contains($0.path) }
    found.photos.removeAll { paths.contains($0.path) }
  }

  private mutating func remove(_ files: [BytePath]) {
    forget(files)
    record = nil
    failedMade = nil
    found.original = .none
    found.manifest = .missing
    found.avatarsAreDamaged = false
  }

  private mutating func make(_ making: Making) {
    if let source = making.source, making.known != nil, !making.isKept, dice.coin() {
      if source.path.bytes == record?.original?.file.bytes { found.original = .intact }
      return forget([source.path])
    }
    if Int.random(in: 0...2, using: &dice) == 0 { fail(making) } else { publish(making) }
  }

  private mutating func fail(_ making: Making) {
    if let waiting = making.waiting { return forget([waiting.path]) }
    guard let source = making.source, !making.isKept else {
      failedMade = made("jane", making.attributes)
      return forget(making.jobs.map(\.path))
    }
    if source.path.bytes == record?.original?.file.bytes { found.original = .gone }
    forget([source.path])
    found.failedPhoto = 30
  }

  private mutating func publish(_ making: Making) {
    var attributes = making.attributes
    if attributes.placement == nil, making.source != nil { attributes.placement = .centre }
    let kept = making.source.map { source in
      source.path.below(.inbox).map { BytePath.originals.appending($0) } ?? source.path
    }
    let before = record?.original
    record = jane {
      if let kept { $0.original?.file = WirePath(kept.bytes) } else { $0.original = before }
      $0.attributes = attributes
      $0.made = made("jane", attributes)
    }
    failedMade = nil
    forget(
      (making.source.map { [$0.path] } ?? []) + making.superseded.map(\.path) + making.jobs.map(\.path))
    found.original = record?.original == nil ? .none : .intact
    found.manifest = .ours
    found.avatarsAreDamaged = false
  }
}

extension BytePath {
  static let inbox = BytePath("inbox") ?? .here
  static let originals = BytePath("originals") ?? .here
}

@Suite("Deciding again and again")
struct EndTests {
  @Test("ends, whatever lies there and whatever fails", arguments: 0..<8)
  func ends(_ batch: UInt64) {
    for seed in (batch * 500)..<(batch * 500 + 500) {
      var world = World(seed: seed)
      var rest = 16
      while world.step(), rest > 0 { rest -= 1 }
      #expect(rest > 0, "seed \(seed): \(world.steps)")
    }
  }

  @Test("leaves no job that was applied, and no photo but the kept one", arguments: 0..<8)
  func leavesNothing(_ batch: UInt64) {
    for seed in (batch * 500)..<(batch * 500 + 500) {
      var world = World(seed: seed)
      while world.step(), world.steps.count < 17 {}
      // The job that asked for a placeholder stays until the photo comes.
      if world.record?.original == nil, world.record != nil { continue }
      if world.steps.last == "nothing", world.found.failedPhoto == nil, !world.found.hasIncompletePhoto {
        #expect(world.found.jobs.isEmpty && world.found.photos.isEmpty, "seed \(seed): \(world.steps)")
      }
    }
  }
}
