@preconcurrency import Dispatch
import Foundation
import Glibc
import Synchronization

/// A service manager, as far as a service sees it: a datagram socket, and all that it was told.
final class Manager: Sendable {
  let path: String
  private let source: any DispatchSourceRead
  private let heard = Mutex<[String]>([])

  /// Opens a socket in a folder.
  init(in folder: String) throws {
    let path = folder + "/notify"
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try check(descriptor, "socket")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try withUnsafeMutableBytes(of: &address.sun_path) { name in
      guard path.utf8.count < name.count else { throw Failed("\(path) is too long for a socket") }
      name.copyBytes(from: path.utf8)
    }
    try withUnsafeBytes(of: address) { bytes in
      let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      try check(bind(descriptor, start, socklen_t(bytes.count)), "bind \(path)")
    }
    self.path = path
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "manager"))
    source.setEventHandler { [weak self] in self?.hear(descriptor) }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }

  private func hear(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { heard.withLock { $0.append(String(decoding: buffer.prefix(count), as: UTF8.self)) } }
  }

  /// The lines of all messages so far.
  var lines: [String] { heard.withLock { $0.flatMap { $0.split(separator: "\n").map(String.init) } } }

  /// The values that a key was given so far.
  func values(_ key: String) -> [String] {
    lines.filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  func count(_ line: String) -> Int { lines.count { $0 == line } }
}
