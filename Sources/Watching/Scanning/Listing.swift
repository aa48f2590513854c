internal import Glibc

/// The names in one folder, sorted by their bytes.
///
/// A folder may hold a million: the names share one buffer.
struct Listing {
  /// What the folder itself tells of an entry, without a look at it.
  enum Hint { case folder, other, unknown }

  private struct Entry {
    var start: Int
    var length: Int
    var hint: Hint
  }

  /// The names, each with a NUL behind it.
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// Where listing ended early; what was found until then is here all the same.
  private(set) var failure: SystemError?

  /// Lists an open folder.
  init(_ folder: borrowing Handle) {
    // A descriptor of its own, since closing the stream closes it.
    let own = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      failure = SystemError(number: errno)
      if own >= 0 { close(own) }
      return
    }
    defer { closedir(stream) }
    read(stream)
    sort()
  }

  var count: Int { entries.count }

  func hint(_ index: Int) -> Hint { entries[index].hint }

  func name(_ index: Int) -> [UInt8] {
    let entry = entries[index]
    return Array(bytes[entry.start..<(entry.start + entry.length)])
  }

  /// Where a name stands; nil where it is not listed.
  func index(of name: [UInt8]) -> Int? {
    let wanted = name + [0]
    return bytes.withUnsafeBytes { names in
      wanted.withUnsafeBytes { wanted in
        guard let base = names.baseAddress, let wanted = wanted.baseAddress else { return nil }
        var (low, high) = (0, entries.count)
        while low < high {
          let middle = (low + high) / 2
          let order = strcmp(base + entries[middle].start, wanted)
          if order == 0 { return middle }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
      }
    }
  }

  /// What an entry is, links not followed; nil where it is gone.
  func status(_ index: Int, in folder: borrowing Handle) throws(SystemError) -> stat? {
    var found = stat()
    let (descriptor, start) = (folder.descriptor, entries[index].start)
    let result = bytes.withUnsafeBytes { names in
      names.baseAddress.map {
        fstatat(
          descriptor, $0.advanced(by: start).assumingMemoryBound(to: CChar.self), &found, AT_SYMLINK_NOFOLLOW)
      }
    }
    if result == 0 { return found }
    let error = SystemError(number: errno)
    if error.isAbsence { return nil }
    throw error
  }

  private mutating func read(_ stream: OpaquePointer) {
    errno = 0
    while let found = readdir(stream) {
      append(found)
      errno = 0
    }
    if errno != 0 { failure = SystemError(number: errno) }
  }

  private mutating func append(_ found: UnsafeMutablePointer<dirent>) {
    // From the record's own memory: a copy of the structure would end where the kernel's record may not.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    let text = UnsafeRawPointer(found).advanced(by: offset)
    let length = strlen(text.assumingMemoryBound(to: CChar.self))
    let name = UnsafeRawBufferPointer(start: text, count: length)
    guard !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return }
    entries.append(Entry(start: bytes.count, length: length, hint: Self.hint(Int(found.pointee.d_type))))
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  private static func hint(_ type: Int) -> Hint {
    switch type {
    case Int(DT_DIR): .folder
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }

  private mutating func sort() {
    bytes.withUnsafeBytes { names in
      guard let base = names.baseAddress else { return }
      // Names hold no NUL and end in one, so that this is the order of the bytes.
      entries.sort { strcmp(base + $0.start, base + $1.start) < 0 }
    }
  }
}

private func strcmp(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Int32 {
  Glibc.strcmp(left.assumingMemoryBound(to: CChar.self), right.assumingMemoryBound(to: CChar.self))
}
