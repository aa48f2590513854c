internal import Files
internal import Glibc
internal import Model

/// The names in a folder, in the order of their bytes.
///
/// A folder may hold a million: they share one buffer.
struct SortedNames {
  /// Each name with a NUL behind it, which no name has within.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  init(_ root: Root, _ folder: BytePath) throws(FileFailure) {
    var (bytes, starts) = ([UInt8](), [Int]())
    try root.eachName(in: folder) { name in
      starts.append(bytes.count)
      bytes += name
      bytes.append(0)
      return true
    }
    bytes.withUnsafeBytes { names in starts.sort { Self.order(names, $0, names, $1) < 0 } }
    (self.bytes, self.starts) = (bytes, starts)
  }

  var count: Int { starts.count }

  subscript(index: Int) -> [UInt8] { Array(bytes[starts[index]...].prefix { $0 != 0 }) }

  /// Where a name is, or would be.
  func firstIndex(notBefore name: [UInt8]) -> Int {
    let wanted = name + [0]
    return bytes.withUnsafeBytes { names in
      wanted.withUnsafeBytes { wanted in
        var (low, high) = (0, starts.count)
        while low < high {
          let middle = (low + high) / 2
          if Self.order(names, starts[middle], wanted, 0) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
      }
    }
  }

  /// By strcmp, which ends at the NUL, and so is the order of the names.
  private static func order(
    _ left: UnsafeRawBufferPointer, _ one: Int, _ right: UnsafeRawBufferPointer, _ other: Int
  ) -> CInt {
    guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
    return strcmp(
      (left + one).assumingMemoryBound(to: CChar.self), (right + other).assumingMemoryBound(to: CChar.self))
  }
}
