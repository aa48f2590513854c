internal import Glibc
package import Model

/// Why a line or a cell is no text to be read.
package enum TextFlaw: Error, Hashable, Sendable {
  case tooLong(limit: Int)
  case nul
  /// The first byte that is out of place.
  case notUTF8(byte: UInt8)

  /// What is wrong with these bytes; nil where they are text.
  package init?(of bytes: ArraySlice<UInt8>) {
    if bytes.hasNUL {
      self = .nul
      return
    }
    do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: bytes.span) } catch {
      self = .notUTF8(byte: bytes[bytes.startIndex + error.byteOffsets.lowerBound])
      return
    }
    return nil
  }
}

extension Line {
  package var flaw: TextFlaw? {
    isTooLong ? .tooLong(limit: ByteStream.longestLine) : TextFlaw(of: bytes)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var hasNUL: Bool {
    withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
  }
}

extension TextFlaw: Explained {
  package var explanation: Explanation {
    switch self {
    case .tooLong(let limit): Explanation("import.row.tooLong", ["limit": limit])
    case .nul: Explanation("import.row.nul")
    case .notUTF8(let byte):
      Explanation("import.row.notUTF8", ["byte": hexadecimal([byte]).uppercased()])
    }
  }
}
