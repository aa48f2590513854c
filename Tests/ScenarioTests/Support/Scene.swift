import Foundation
import Glibc
import Synchronization
import Testing

/// A root, its settings, and the daemon that works on it.
final class Scene: Sendable {
  let root: Root
  private let daemons = Mutex<[Spawned]>([])

  init(settings: String = Scene.quick) throws {
    root = try Root()
    try root.write("tondo.json", settings)
  }

  /// A scene whose root holds what another one's holds now.
  init(copying other: Scene) throws {
    root = try Root(copying: other.root)
  }

  /// Two small avatars, soon.
  static let quick = settings()

  static func settings(
    settle: Double = 0.15, outputs: String = #"[{"size":32,"format":"jpeg"},{"size":16,"format":"png"}]"#,
    more: String = ""
  ) -> String {
    #"{"settle":\#(settle),"workers":1,"outputs":\#(outputs)\#(more.isEmpty ? "" : "," + more)}"#
  }

  // MARK: The daemon

  /// The one that was started last.
  var daemon: Spawned? { daemons.withLock { $0.last } }

  /// Starts a daemon and waits until it is ready.
  @discardableResult
  func start(umask: String? = nil, at location: SourceLocation = #_sourceLocation) async throws -> Spawned {
    let daemon = try umask.map(launch(umask:)) ?? launch()
    try await until("the daemon is ready", at: location) { daemon.complained.contains(" ready; ") }
    return daemon
  }

  /// Starts a daemon, and waits for nothing.
  func launch(_ words: String...) throws -> Spawned {
    let daemon = try Spawned("tondo", bytes(["watch", "--root", root.path] + words), scratch: root.scratch)
    daemons.withLock { $0.append(daemon) }
    return daemon
  }

  /// The same, by way of a shell that sets the mask first.
  private func launch(umask: String) throws -> Spawned {
    let words = [
      "-c", #"umask "$0"; exec "$@""#, umask, Spawned.beside("tondo"), "watch", "--root", root.path,
    ]
    let daemon = try Spawned("/bin/sh", bytes(words), scratch: root.scratch)
    daemons.withLock { $0.append(daemon) }
    return daemon
  }

  /// Ends the daemon in the ordinary way.
  @discardableResult
  func stop() async throws -> Int32 {
    guard let daemon else { return 0 }
    daemon.send(SIGTERM)
    return try await daemon.ended(within: 15)
  }

  /// What all daemons of this scene logged.
  var log: String { daemons.withLock { $0.map(\.complained).joined(separator: "--- the next daemon\n") } }

  /// How often the log holds a text.
  func count(_ text: String) -> Int { log.components(separatedBy: text).count - 1 }

  // MARK: Commands

  struct Answer {
    var status: Int32
    var said: String
    var complained: String
  }

  /// Runs a command on this root.
  func tondo(_ words: String...) async throws -> Answer {
    let command = try Spawned("tondo", bytes(words + ["--root", root.path]), scratch: root.scratch)
    let status = try await command.ended()
    return Answer(status: status, said: command.said, complained: command.complained)
  }

  // MARK: Waiting

  /// Waits for what must come.
  func until(
    _ what: String, seconds: Double = 30, at location: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !isSo() {
      guard ContinuousClock.now < end else {
        Issue.record("\(what): not within \(seconds) s\n\(log)\n\(root.tree)", sourceLocation: location)
        throw Failed("\(what): not within \(seconds) s")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until the log says that avatars of an id were made, so many times in all.
  @discardableResult
  func made(_ id: String, times: Int = 1, at location: SourceLocation = #_sourceLocation) async throws
    -> Account
  {
    try await logged("\(id): made in ", times: times, at: location)
    #expect(root.faults(id) == [], "\(log)", sourceLocation: location)
    return try #require(root.account(id), sourceLocation: location)
  }

  func logged(_ text: String, times: Int = 1, at location: SourceLocation = #_sourceLocation) async throws {
    try await until("the log says \(times) x \(text)", at: location) { count(text) >= times }
  }

  /// Waits until a file has come into `failed/`, and answers its reason.
  @discardableResult
  func failed(_ name: String, at location: SourceLocation = #_sourceLocation) async throws -> String {
    try await logged("inbox/\(name): moved to failed/", at: location)
    #expect(root.has("failed/\(name)"), sourceLocation: location)
    return try #require(root.text("failed/\(name).error.txt"), sourceLocation: location)
  }

  /// Waits until everything that was done before has been seen and dealt with: a photo that came later is ready,
  /// and nothing is left to do.
  func settled(at location: SourceLocation = #_sourceLocation) async throws {
    let name = "barrier-\(UUID().uuidString.prefix(8))"
    try root.drop("\(name).png", Picture.fresh())
    try await made(name, at: location)
    try await idle(at: location)
  }

  /// Waits until nothing is left in staging, which is swept after an id is told to be made.
  func swept(at location: SourceLocation = #_sourceLocation) async throws {
    try await until("nothing is left in staging", at: location) { root.names(".tondo/staging") == [] }
  }

  /// Waits until nothing is queued or being processed.
  func idle(at location: SourceLocation = #_sourceLocation) async throws {
    try await status("0 queued, 0 processing", at: location)
  }

  /// Waits until `tondo status` tells this.
  func status(_ wanted: String, at location: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let answer = try await tondo("status")
      if answer.said.contains(wanted) { return }
      guard ContinuousClock.now < end else {
        Issue.record("status: \(wanted): is \(answer.said)\n\(log)\n\(root.tree)", sourceLocation: location)
        throw Failed("status: \(wanted): not within a minute")
      }
    }
  }

  private func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }
}

/// Runs a test on a scene of its own with a daemon, as soon as there is a seat.
func scene(
  settings: String = Scene.quick, daemon: Bool = true, at location: SourceLocation = #_sourceLocation,
  _ body: (Scene) async throws -> Void
) async throws {
  await Seats.shared.take()
  do {
    let scene = try Scene(settings: settings)
    if daemon { try await scene.start(at: location) }
    try await body(scene)
    withExtendedLifetime(scene) {}
  } catch {
    await Seats.shared.leave()
    throw error
  }
  await Seats.shared.leave()
}

/// So many daemons at once: more would only wait for each other on a small machine.
actor Seats {
  static let shared = Seats(4)
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
