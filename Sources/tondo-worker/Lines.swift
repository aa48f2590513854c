internal import Glibc

/// The lines that arrive at a descriptor.
///
/// A last one without its newline was cut off, and is none.
struct Lines {
  private let descriptor: CInt
  private var pending: [UInt8] = []

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Waits for the next line; nil at the end.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return line
      }
      guard readMore() else { return nil }
    }
  }

  private mutating func readMore() -> Bool {
    var room = [UInt8](repeating: 0, count: 64 << 10)
    var count = 0
    repeat { count = read(descriptor, &room, room.count) } while count < 0 && errno == EINTR
    if count > 0 { pending += room[..<count] }
    return count > 0
  }
}
