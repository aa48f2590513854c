internal import Model

/// Text that is kept while it is read, unless it is longer than any that is wanted.
struct ShortText {
  /// In bytes.
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  init(limit: Int = 1 << 16) { self.limit = limit }

  mutating func add(_ more: some Collection<UInt8>) {
    isTooLong = isTooLong || bytes.count + more.count > limit
    if !isTooLong { bytes += more }
  }

  var flaw: TextFlaw? { isTooLong ? .tooLong(limit: limit) : TextFlaw(of: bytes[...]) }
}
