internal import CTondoHTTP
internal import Model
internal import Synchronization

/// One client that listens to the news: what it has not been sent yet, and whether its connection waits for more.
final class Listener: Sendable {
  private let hub: Hub
  let language: Language
  private let state = Mutex(State())

  fileprivate struct State {
    var unsent: [UInt8] = []
    var isOver = false
    var isSuspended = false
    /// Nil before the answer has begun, and once the request is over.
    nonisolated(unsafe) var connection: OpaquePointer?
  }

  /// Bytes; who has not read so much for so long does not keep up.
  private static let most = 256 << 10

  init(_ hub: Hub, in language: Language) {
    self.hub = hub
    self.language = language
  }

  /// Answers false where it does not keep up, or is over.
  func hear(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard !state.isOver, state.unsent.count + bytes.count <= Self.most else { return false }
      state.unsent += bytes
      state.wake()
      return true
    }
  }

  /// What was not sent yet is not worth sending.
  func stop() {
    state.withLock { state in
      state.isOver = true
      state.wake()
    }
  }

  /// The answer begins: from now on the connection is there to be suspended.
  func begin(_ connection: OpaquePointer) { state.withLock { $0.connection = connection } }

  /// The request is over: the connection is not to be touched any more.
  func end() {
    state.withLock { $0.connection = nil }
    hub.leave(self)
  }

  /// Fills a buffer with what there is; suspends the connection where there is nothing.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      if state.isOver { return Int(TONDO_HTTP_END) }
      let count = min(buffer.count, state.unsent.count)
      buffer.copyBytes(from: state.unsent.prefix(count))
      state.unsent.removeFirst(count)
      if count == 0, let connection = state.connection {
        state.isSuspended = true
        tondo_http_suspend(connection)
      }
      return count
    }
  }
}

extension Listener.State {
  fileprivate mutating func wake() {
    guard isSuspended, let connection else { return }
    isSuspended = false
    tondo_http_resume(connection)
  }
}

extension Listener {
  /// The library's response that reads from this one.
  var response: OpaquePointer? {
    let own = Unmanaged.passRetained(self)
    let response = tondo_http_stream(
      own.toOpaque(),
      { listener, _, buffer, room in
        guard let listener, let buffer else { return Int(TONDO_HTTP_END) }
        return Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
      },
      { listener in listener.map { Unmanaged<Listener>.fromOpaque($0).release() } })
    if response == nil { own.release() }
    return response
  }
}
