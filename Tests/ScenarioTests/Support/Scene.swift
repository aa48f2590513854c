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
  func start(
    by wrapper: [String] = [], environment: [String] = [], at location: SourceLocation = #_sourceLocation
  ) async throws -> Spawned {
    let daemon = try launch(by: wrapper, environment: environment)
    try await until("the daemon is ready", at: location) { daemon.complained.contains(" ready; ") }
    return daemon
  }

  /// Starts a daemon, and waits for nothing.
  ///
  /// `wrapper`: a program and its first words that becomes the program which the further words name.
  func launch(_ words: String..., by wrapper: [String] = [], environment: [String] = []) throws -> Spawned {
    let all = wrapper + [Spawned.beside("tondo"), "watch", "--root", root.path] + words
    let daemon = try Spawned(
      all[0], bytes(Array(all.dropFirst())), scratch: root.scratch, environment: environment)
    daemons.withLock { $0.append(daemon) }
    return daemon
  }

  /// Starts a daemon as a service manager does, and waits for nothing.
  ///
  /// It finds more in its environment; it is another program than the one beside the tests; it is started by a program
  /// that is given with its words: where the test wants that.
  @discardableResult
  func serve(
    _ manager: Manager, more: [String: String] = [:], tondo: String = Spawned.beside("tondo"),
    by wrapped: [String] = []
  ) throws -> Spawned {
    let words = wrapped + [tondo, "watch", "--root", root.path]
    let environment = more.merging(["NOTIFY_SOCKET": manager.path]) { first, _ in first }
    let daemon = try Spawned(
      words[0], bytes(Array(words.dropFirst())), scratch: root.scratch,
      environment: environment.map { "\($0)=\($1)" })
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
  func tondo(_ words: String..., environment: [String] = []) async throws -> Answer {
    let command = try Spawned(
      "tondo", bytes(words + ["--root", root.path]), scratch: root.scratch, environment: environment)
    let status = try await command.ended()
    return Answer(status: status, said: command.said, complained: command.complained)
  }

  // MARK: Waiting

  /// Waits for what must come.
  func until(
    _ what: String, seconds: Double = 120, at location: SourceLocation = #_sourceLocation,
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
    // Behind the time: `b` must not be taken for made once `a/b` is.
    try await logged(" \(id): made in ", times: times, at: location)
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
