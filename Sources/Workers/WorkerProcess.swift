internal import CTondo.Linux
internal import CTondo.Spawn
internal import Glibc
internal import Model
internal import Synchronization

/// A running worker: its process and the channel to it.
///
/// Whoever starts one must `end` it.
final class WorkerProcess: Sendable {
  let id: pid_t
  /// A stream socket: the worker's standard input and output.
  let channel: Int32
  /// Can be read once the process has ended.
  ///
  /// Negative where the kernel has none; then `end` kills without waiting.
  private let ending: Int32
  private let hasEnded = Atomic(false)

  /// Starts the program in the folder, both absolute, to answer requests or, by its argument, a single question.
  init(_ executable: [UInt8], _ argument: String? = nil, in folder: [UInt8]) throws(NodeProblem) {
    var pair: [Int32] = [-1, -1]
    guard tondo_socketpair(&pair) == 0 else {
      throw .system(doing: .makeChannel, path: "", number: tondo_errno())
    }
    var id = pid_t()
    let argument = argument.map { cString(Array($0.utf8)) }
    let number = tondo_spawn_worker(cString(executable), argument, cString(folder), pair[1], &id)
    close(pair[1])
    guard number == 0 else {
      close(pair[0])
      throw Self.problem(number, executable, folder)
    }
    self.id = id
    channel = pair[0]
    ending = tondo_pidfd_open(id)
  }

  private static func problem(_ number: Int32, _ executable: [UInt8], _ folder: [UInt8]) -> NodeProblem {
    // The same numbers may speak of the folder.
    if access(cString(executable), X_OK) != 0 || number == ENOEXEC {
      return .workerMissing(.verbatim(escaped(executable)))
    }
    return .system(doing: .startWorker, path: escaped(folder), number: number)
  }

  deinit { precondition(hasEnded.load(ordering: .relaxed), "a worker is ended by whoever started it") }

  /// Whether it waits for a request, as far as can be seen: alive, and without a word that nobody asked for.
  var isWaiting: Bool {
    var item = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, 0) == 0
  }

  /// Tells the worker that no request will come, so that it ends by itself.
  func dismiss() { shutdown(channel, Int32(SHUT_WR)) }

  /// Waits until the process has ended, and kills it where it has not by then.
  ///
  /// Once for each worker.
  @discardableResult
  func end(by deadline: ContinuousClock.Instant = .now) -> Death {
    let first = hasEnded.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    precondition(first, "a worker ends once")
    let endedItself = ending >= 0 && waitUntilReadable(ending, until: deadline)
    // Harmless where it is ending already: how it ends is settled before its descriptors close.
    if !endedItself { kill(id, SIGKILL) }
    var status: Int32 = 0
    var reaped: pid_t
    repeat { reaped = waitpid(id, &status, 0) } while reaped < 0 && errno == EINTR
    close(channel)
    if ending >= 0 { close(ending) }
    return reaped == id ? Death(status, wasKilled: !endedItself) : .unknown
  }
}

/// A path's bytes for C.
func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
