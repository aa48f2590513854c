internal import CTondoHTTP
internal import Glibc
package import Model

/// Sockets to listen on.
package enum Listening {
  /// How many files a server with all its clients may have open.
  package static let mostFiles: UInt64 = 16_384

  /// Opens a listening socket.
  ///
  /// - Throws: what the system says, such as that the address is in use.
  package static func open(_ address: WebSettings.Address) throws(WebProblem) -> CInt {
    let opened =
      switch address {
      case .internet(let host, let port): tondo_listen_internet(host, UInt16(port))
      // For whoever is in the group.
      case .local(let path): tondo_listen_local(path, 0o660)
      }
    guard opened >= 0 else { throw .cannotListen(address.text, number: errno) }
    return opened
  }

  /// Another descriptor of a socket that somebody else has opened.
  package static func copy(_ socket: CInt) throws(WebProblem) -> CInt {
    let copied = fcntl(socket, F_DUPFD_CLOEXEC, 3)
    guard copied >= 0 else { throw .cannotListen(name(socket), number: errno) }
    return copied
  }

  /// The address that a socket is bound to, for people.
  package static func name(_ socket: CInt) -> String {
    var name = [CChar](repeating: 0, count: 128)
    _ = tondo_socket_name(socket, &name, name.count)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether only this machine's users reach a socket.
  package static func isLocal(_ socket: CInt) -> Bool {
    var name = [CChar](repeating: 0, count: 128)
    return tondo_socket_name(socket, &name, name.count)
  }

  /// Lets this process have as many files open as a full server needs, as far as it may.
  package static func makeRoom() { _ = tondo_raise_file_limit(mostFiles) }

  /// A socket's name among files.
  package struct Name: Sendable {
    fileprivate var path: String
    fileprivate var device: dev_t
    fileprivate var inode: ino_t
  }

  /// Of a socket that was opened just now; nil where it has none.
  package static func file(of address: WebSettings.Address) -> Name? {
    var found = stat()
    guard case .local(let path) = address, lstat(path, &found) == 0 else { return nil }
    return Name(path: path, device: found.st_dev, inode: found.st_ino)
  }

  /// Removes it, unless it is somebody else's by now.
  package static func remove(_ name: Name) {
    var found = stat()
    guard lstat(name.path, &found) == 0, found.st_dev == name.device, found.st_ino == name.inode
    else { return }
    unlink(name.path)
  }
}
