internal import Glibc

/// Turns text of some charset into UTF-8 with the C library's tables.
package final class TextConverter {
  /// Stands for what the charset does not know: no UTF-8, so that the line it is in is found to be none.
  package static let unknown: UInt8 = 0xFF

  private let state: iconv_t
  /// How many bytes at a time make up a character, and so how many are passed over where they make none.
  private let unit: Int

  /// Nil where the charset is not known by this name.
  package init?(from charset: String, unit: Int = 1) {
    // A slash would ask for something else than a charset.
    guard !charset.contains("/"), let opened = iconv_open("UTF-8", charset),
      Int(bitPattern: opened) != -1
    else { return nil }
    state = opened
    self.unit = unit
  }

  deinit { iconv_close(state) }

  /// Converts what is whole; the rest of a character that is cut at the end stays in `bytes`.
  package func convert(_ bytes: inout [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    let count = bytes.count
    let unread = bytes.withUnsafeMutableBytes { input in
      var rest = input
      while !rest.isEmpty {
        let number = step(&rest, &result)
        if number == EINVAL { break }
        if number == EILSEQ {
          result.append(Self.unknown)
          rest = UnsafeMutableRawBufferPointer(rebasing: rest.dropFirst(unit))
        }
      }
      return rest.count
    }
    bytes.removeFirst(count - unread)
    return result
  }

  /// Converts until something is in the way; answers errno.
  private func step(_ input: inout UnsafeMutableRawBufferPointer, _ result: inout [UInt8]) -> CInt {
    let room = 1 << 16
    let (start, given) = (result.count, input.count)
    var (unread, unwritten) = (given, room)
    var number: CInt = 0
    result += repeatElement(0, count: room)
    result.withUnsafeMutableBytes { output in
      var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var to = output.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
      if iconv(state, &from, &unread, &to, &unwritten) == -1 { number = errno }
    }
    result.removeLast(unwritten)
    input = UnsafeMutableRawBufferPointer(rebasing: input[(given - unread)...])
    return number
  }
}
