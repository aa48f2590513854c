import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import Watching

/// A root of its own in the temporary folder, removed at the end.
final class Root: Sendable {
  let url: URL

  init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = base.appending(path: "tondo-watching-\(UUID().uuidString)")
    for area in ["inbox", "originals", "avatars", ".tondo/requests"] { try makeFolder(area) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var bytes: [UInt8] { Array(url.path(percentEncoded: false).utf8).trimmingSlash }

  func absolute(_ path: String) -> String { String(decoding: bytes, as: UTF8.self) + "/" + path }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: absolute(path), withIntermediateDirectories: true)
  }

  func write(_ path: String, _ text: String = "x") throws {
    try Data(text.utf8).write(to: URL(filePath: absolute(path)))
  }

  func move(_ from: String, _ to: String) throws {
    try check(rename(absolute(from), absolute(to)), "rename \(from) to \(to)")
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: absolute(path)) }
}

extension [UInt8] {
  fileprivate var trimmingSlash: [UInt8] { last == UInt8(ascii: "/") ? Array(dropLast()) : self }
}

struct Failed: Error { var what: String }

func check(_ result: Int32, _ what: String) throws {
  guard result >= 0 else { throw Failed(what: "\(what): errno \(errno)") }
}

func path(_ text: String) throws -> BytePath { try #require(BytePath(text)) }

/// Waits for what must come; other tests may keep all threads busy for long.
func until(_ what: String, _ isSo: () throws -> Bool) async throws {
  let end = ContinuousClock.now.advanced(by: .seconds(120))
  while try !isSo() {
    guard ContinuousClock.now < end else { throw Failed(what: "\(what) did not come within two minutes") }
    try await Task.sleep(for: .milliseconds(3))
  }
}

/// A root, its watcher, and all that the watcher has said so far.
final class Scene: Sendable {
  let root: Root
  let watcher: Watcher
  private let heard = Mutex<[Set<Change>]>([])
  private let consumer = Mutex<Task<Void, Never>?>(nil)

  /// `adjust` alters the plan; another test of this process may still hold the one watcher there can be.
  init(_ root: Root, listening: Bool = true, _ adjust: (inout Plan) throws -> Void = { _ in }) async throws {
    self.root = root
    let areas = try ["inbox", "originals", "avatars", ".tondo/requests"].map(path)
    var plan = Plan(root: root.bytes, areas: areas, settings: Array(root.absolute("tondo.json").utf8))
    plan.pace.probing = .milliseconds(50) ... .seconds(1)
    try adjust(&plan)
    watcher = try await Self.patiently(plan)
    if listening { listen() }
  }

  deinit { watcher.stop() }

  private static func patiently(_ plan: Plan) async throws -> Watcher {
    for _ in 0..<3000 {
      do throws(WatchFailure) {
        return try Watcher(plan)
      } catch {
        guard error == .busy else { throw error }
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw WatchFailure.busy
  }

  func listen() {
    let changes = watcher.changes
    let task = Task { [weak self] in
      for await batch in changes { self?.heard.withLock { $0.append(batch) } }
    }
    consumer.withLock { $0 = task }
  }

  var batches: [Set<Change>] { heard.withLock { $0 } }
  var all: Set<Change> { batches.reduce(into: []) { $0.formUnion($1) } }
  func clear() { heard.withLock { $0 = [] } }

  func hear(_ change: Change) async throws { try await until("\(change)") { all.contains(change) } }

  func hear(file text: String) async throws { try await hear(.file(path(text))) }

  /// Afterwards all that was done before has been told.
  func barrier() async throws {
    let name = "avatars/cookie-\(UUID().uuidString)"
    try root.write(name)
    let cookie = Change.file(try path(name))
    try await until("the cookie") { all.contains(cookie) || all.contains(.everything) }
  }

  /// The consumer ends with the sequence.
  func finish() async {
    watcher.stop()
    await consumer.withLock { $0 }?.value
  }

  /// Whether who follows the changes looks at this path again.
  func covers(_ text: String) throws -> Bool {
    let wanted = try path(text)
    let all = all
    if all.contains(.everything) || all.contains(.file(wanted)) { return true }
    var folder = wanted
    while !folder.bytes.isEmpty {
      if all.contains(.folder(folder)) { return true }
      folder = folder.folder
    }
    return false
  }
}

/// What the kernel watches for this process.
func kernelWatches() -> Int {
  let folder = "/proc/self/fdinfo"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.map { name in
    let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
  }.reduce(0, +)
}
