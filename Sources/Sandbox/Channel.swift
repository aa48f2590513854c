internal import CTondoSandbox
internal import Glibc

/// The lines that arrive at a socket, with the files that were handed over beside each.
///
/// A last line without its newline was cut off, and is none.
package struct Channel: ~Copyable {
  private let socket: CInt
  private var pending: [UInt8] = []
  /// The open files that came with the last line.
  package private(set) var files: [CInt] = []

  package init(_ socket: CInt) { self.socket = socket }

  deinit { for file in files { close(file) } }

  /// Waits for the next line; nil at the end.
  ///
  /// A line is sent once the one before it was answered: so whatever files come meanwhile are this one's.
  package mutating func next() -> [UInt8]? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return line
      }
      guard receive() else { return nil }
    }
  }

  /// They are not needed any more, and should not be held while there is nothing to do.
  package mutating func closeFiles() {
    for file in files { close(file) }
    files = []
  }

  /// As many as the kernel lets into one message.
  private static let most = 253

  private mutating func receive() -> Bool {
    var room = [UInt8](repeating: 0, count: 64 << 10)
    var handed = [CInt](repeating: -1, count: Self.most)
    var count = 0
    var found = 0
    repeat {
      found = handed.count
      count = tondo_receive(socket, &room, room.count, &handed, &found)
    } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    pending += room[..<count]
    files += handed[..<found]
    return true
  }
}
