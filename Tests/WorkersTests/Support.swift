import Foundation
import Files
import Model

@testable import Workers

/// A pool of test workers in a folder of its own; stopped and removed with it.
final class TestPool: Sendable {
  let pool: WorkerPool
  let folder: URL

  init(count: Int = 1, executable: [UInt8] = WorkerPool.executable(beside: "TestWorker")) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tondo-workers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    pool = try WorkerPool(executable: executable, folder: Array(folder.path.utf8), count: count)
  }

  deinit {
    pool.stop(within: .zero)
    try? FileManager.default.removeItem(at: folder)
  }

  func render(_ behaviour: String, _ limits: Limits = Limits(), fresh: Bool = false) -> WorkOutcome {
    pool.render(request(behaviour, limits), OpenFiles(), onFreshWorker: fresh)
  }

  /// The text that the worker says; what came instead in brackets.
  func ask(_ question: String) -> String {
    let outcome = render(question)
    return if case .reply(.same(let text)) = outcome { text } else { "[\(outcome)]" }
  }

  /// A FIFO that a worker with the behaviour `meet NAME` waits at.
  func fifo(_ name: String) -> Meeting { Meeting(folder.appending(path: name).path) }
}

func request(_ behaviour: String, _ limits: Limits = Limits()) -> RenderRequest {
  var settings = Settings()
  settings.limits = limits
  return RenderRequest(
    original: WirePath(Array(behaviour.utf8)), attributes: Attributes(), settings: settings, outputs: [])
}

func limits(seconds: Double = 10, memory: Int = 1 << 30) -> Limits {
  var limits = Limits()
  limits.seconds = seconds
  limits.memory = memory
  return limits
}

/// Where a test and its worker wait for each other; nobody sleeps.
struct Meeting {
  private let path: String

  init(_ path: String) {
    self.path = path
    for stop in [".begun", ".goon"] { mkfifo(path + stop, 0o600) }
  }

  /// Returns once the worker has begun.
  func begun() { close(open(path + ".begun", O_RDONLY)) }

  /// Lets the worker answer.
  func goOn() { close(open(path + ".goon", O_RDONLY)) }
}

/// Runs the body on threads of its own, and returns once all of them are gone with what they held.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { number in
    let work = Unmanaged.passRetained(Work { body(number) })
    var thread = pthread_t()
    pthread_create(&thread, nil, { Work.run($0) }, work.toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}
