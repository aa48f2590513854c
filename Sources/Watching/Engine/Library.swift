internal import CTondo.Inotify
internal import CTondo.Linux
internal import Glibc
internal import Model

/// The one instance of libinotifytools.
///
/// Used by the watcher's thread alone, from `init` to the end.
final class Library {
  struct Event {
    var watch: Int32
    var mask: Int32
    var name: [UInt8]

    func has(_ bits: Int32) -> Bool { mask & bits != 0 }
  }

  enum Answer {
    case added(Int32)
    /// The folder is being watched already, under whatever name.
    case known
    case refused(SystemError)
  }

  /// Whatever may mean that a file became another: each is only a reason to look.
  private static let events =
    IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
    | IN_MOVE_SELF
    | IN_ATTRIB

  /// One watch per folder, of folders only, and silence about files that have no name any more.
  private static let rules = IN_MASK_CREATE | IN_ONLYDIR | IN_EXCL_UNLINK | IN_DONT_FOLLOW

  let descriptor: Int32
  /// The highest number that a watch of this instance has had; the kernel counts on and on.
  private(set) var highest: Int32 = 0
  /// Nodes that the library keeps of watches that ended by themselves.
  private(set) var stale = 0
  private var spellings: UInt64 = 0

  init() throws(WatchFailure) {
    let before = Self.instances()
    let number = tondo_inotify_initialize()
    guard number == 0 else { throw Self.refusal(number) }
    let found = Self.instances().subtracting(before)
    do throws(WatchFailure) {
      descriptor = try Self.prepare(found)
    } catch {
      tondo_inotify_cleanup()
      throw error
    }
  }

  /// Closes the instance.
  ///
  /// What it still holds is taken first, or it would come out of the next one.
  deinit {
    silence()
    while next() != nil {}
    tondo_inotify_cleanup()
  }

  /// Ends all watches; what was not read from the kernel is lost, what was is still given out.
  func silence() {
    // Fails only without a free descriptor; then taking ends when the writers pause.
    _ = tondo_inotify_hush(descriptor)
  }

  /// Watches an open folder: exactly that one, whatever lies at its path by now.
  func watch(_ folder: borrowing Handle) -> Answer {
    spellings += 1
    let path = Array("/proc/self/fd/\(folder.descriptor)/".utf8) + Self.spelling(spellings)
    let result = withCString(path) { tondo_inotify_watch($0, UInt32(bitPattern: Self.events | Self.rules)) }
    if result == -EEXIST { return .known }
    guard result > 0 else { return .refused(SystemError(number: -result)) }
    highest = max(highest, result)
    return .added(result)
  }

  /// Ends a watch that is not known to have ended.
  func remove(_ watch: Int32) {
    if !tondo_inotify_remove(watch) { stale += 1 }
  }

  /// To be told of a watch that ended by itself: the library must not be asked to end it again.
  func forget(_ watch: Int32) { stale += 1 }

  /// The next event, without waiting; nil when there is none, or `failure` says why not.
  func next() -> Event? {
    var event = tondo_inotify_event()
    let result = tondo_inotify_next(&event)
    // A signal only cuts a wait short.
    if result < 0, result != -EINTR { failure = SystemError(number: -result) }
    guard result == 1 else { return nil }
    let name = UnsafeBufferPointer(start: event.name, count: event.length).map { UInt8(bitPattern: $0) }
    return Event(watch: event.watch, mask: Int32(bitPattern: event.mask), name: name)
  }

  /// Why events could not be taken.
  private(set) var failure: SystemError?

  /// A way to write `the folder itself` for each number, and another one each time: the library looks watches up by
  /// path, and finds the ended one where a path comes back.
  static func spelling(_ number: UInt64) -> [UInt8] {
    var rest = number
    var text = ""
    while rest > 0 {
      text += rest & 1 == 1 ? "./" : "/"
      rest >>= 1
    }
    return Array(text.utf8)
  }

  private static func refusal(_ number: Int32) -> WatchFailure {
    number == EMFILE
      ? .instances(allowed: Limits().instances) : .system(doing: .startWatching, number: number)
  }

  /// The library opens its descriptor blocking and inheritable, and tells nobody which it is.
  private static func prepare(_ found: Set<Int32>) throws(WatchFailure) -> Int32 {
    guard let descriptor = found.first, found.count == 1 else {
      throw .system(doing: .findDescriptor, number: EAGAIN)
    }
    // The library waits with select(), and dies of a higher one.
    guard descriptor < 1024 else { throw .descriptor(descriptor) }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      throw .system(doing: .prepareDescriptor, number: tondo_errno())
    }
    return descriptor
  }

  /// The descriptors of this process that are inotify instances.
  private static func instances() -> Set<Int32> {
    guard let folder = try? Handle(listing: Array("/proc/self/fd".utf8)) else { return [] }
    let names = Listing(folder)
    let numbers = (0..<names.count).compactMap { Int32(String(decoding: names.name($0), as: UTF8.self)) }
    return Set(numbers.filter(isInstance))
  }

  private static func isInstance(_ descriptor: Int32) -> Bool {
    let wanted = Array("anon_inode:inotify".utf8)
    var found = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/self/fd/\(descriptor)", &found, found.count)
    return length == wanted.count && found.prefix(length).elementsEqual(wanted.map { CChar(bitPattern: $0) })
  }
}

/// The kernel's limits, read where the library reads files that do not exist.
struct Limits {
  let instances = read("max_user_instances")
  let watches = read("max_user_watches")

  static func read(_ key: String) -> Int? {
    guard let file = fopen("/proc/sys/fs/inotify/\(key)", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return Int(String(decoding: line.prefix { (48...57).contains($0) }.map { UInt8($0) }, as: UTF8.self))
  }
}
