internal import CTondo.Linux
internal import Glibc
package import Model

/// The right to be the only one at work on a root; given back with its owner, or with the process's life.
package struct RootLock: ~Copyable, Sendable {
  private let file: Descriptor
  /// The root itself: the lock file can be deleted while it is held, and a second process would then lock a new one.
  private let folder: Descriptor

  /// Takes the lock, or answers who has it.
  ///
  /// Brief is what a command needs it for: others had better wait.
  package static func take(_ root: Root, at path: BytePath, isBrief: Bool = false) throws(FileFailure)
    -> Attempt
  {
    let file = try root.open(path, O_RDWR | O_CREAT, mode: Mode.own)
    while tondo_lock(file.raw) != 0 {
      let number = tondo_errno()
      if number == EAGAIN || number == EACCES { return .held(by: holder(root, path)) }
      if number != EINTR { throw FileFailure(doing: .lock, path: path.shown, number: number) }
    }
    let folder = try root.open(.here, O_RDONLY | O_DIRECTORY)
    // A file system that knows no such lock gives another number; there the file's must do.
    if tondo_lock_folder(folder.raw) != 0, tondo_errno() == EWOULDBLOCK {
      return .held(by: holder(root, path))
    }
    let me = (isBrief ? brief : "") + "process \(getpid()) on \(hostName())"
    try posix(.empty, path.shown) { ftruncate(file.raw, 0) }
    var failure: FileFailure?
    Array(me.utf8).withUnsafeBytes { bytes in
      do throws(FileFailure) { try file.write(bytes, path.shown) } catch { failure = error }
    }
    if let failure { throw failure }
    return .taken(RootLock(file: file, folder: folder))
  }

  package enum Attempt: ~Copyable {
    case taken(RootLock)
    case held(by: Holder)
  }

  /// Who has the lock, as far as that is known: whoever took it just now has not told yet.
  package struct Holder: Sendable {
    package var name: Message
    package var isBrief: Bool
  }

  /// Begins the lock's text while a command has it.
  private static let brief = "for a moment: "

  private static func holder(_ root: Root, _ path: BytePath) -> Holder {
    let read = try? root.read(path, atMost: 4096)
    let text = read.map { escaped($0.bytes) } ?? ""
    let isBrief = text.hasPrefix(brief)
    let name = process(isBrief ? text.dropFirst(brief.count) : text[...])
    return Holder(name: isBrief ? Message("holder.brief", ["holder": name]) : name, isBrief: isBrief)
  }

  /// `process 123 on host`, as `take` writes it.
  private static func process(_ text: Substring) -> Message {
    if text.isEmpty { return Message("holder.unknown") }
    let words = text.split(separator: " ")
    guard words.count == 4, words[0] == "process", words[2] == "on" else { return .verbatim(String(text)) }
    return Message("holder.process", ["number": String(words[1]), "host": String(words[3])])
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension RootLock {
  /// Whether some process has the lock.
  package static func isHeld(_ root: Root, at path: BytePath) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      let file = try root.open(path, O_RDONLY)
      return tondo_is_locked(file.raw)
    } catch {
      if error.isMissing { return false }
      throw error
    }
  }
}
