internal import CTondo.Linux
internal import Glibc
package import Model

/// A system call on a file failed: what was done, to what, and why.
package struct FileFailure: Error, Hashable, Sendable {
  package var doing: Deed
  /// For people; below the root where there is one.
  package var path: String
  /// errno.
  package var number: Int32

  package init(doing: Deed, path: String, number: Int32) {
    self.doing = doing
    self.path = path
    self.number = number
  }

  package var problem: NodeProblem { .system(doing: doing, path: path, number: number) }

  package var isMissing: Bool { number == ENOENT }
  package var exists: Bool { number == EEXIST }
  package var isTooLarge: Bool { number == EFBIG }

  /// A folder has a name that a file needs.
  package static func isFolder(_ path: BytePath) -> FileFailure {
    FileFailure(doing: .use, path: path.shown, number: EISDIR)
  }

  /// Something has a name that must be free.
  package static func isTaken(_ path: BytePath) -> FileFailure {
    FileFailure(doing: .use, path: path.shown, number: EEXIST)
  }

  /// EXDEV: a rename does not reach there.
  package static let otherFileSystem = EXDEV

  /// EACCES.
  package static let permissionDenied = EACCES

  /// EMFILE.
  package static let shortage = EMFILE

  /// ENOENT.
  package static let missing = ENOENT

  /// Whether the node has run out of something: no fault of the file's.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

  /// Whether nothing has the name, or only by way of a link or as if a file were a folder.
  var namesNothing: Bool { [ENOENT, ENOTDIR, ELOOP].contains(number) }

  /// Whether it is a matter of permission.
  var isRefusal: Bool { [EACCES, EPERM].contains(number) }

  /// What to tell of it, where it is one name's trouble.
  package var folderProblem: FolderProblem {
    isRefusal ? .locked(path, number: number) : .nameTaken(path, number: number)
  }

  /// Whether a name stands in the way (a folder where a file must go, a name too long, another file system)
  /// rather than the node: such a failure is one file's, and trying again will not help.
  package var isAboutNames: Bool {
    [ENOTDIR, EISDIR, ENOTEMPTY, EEXIST, ENAMETOOLONG, ELOOP, EXDEV].contains(number)
  }
}

/// Runs a call that answers -1 on failure, again while a signal interrupts it.
@discardableResult
func posix(
  _ doing: @autoclosure () -> Deed, _ path: @autoclosure () -> String, _ call: () -> CInt
) throws(FileFailure) -> CInt {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = tondo_errno()
    if number != EINTR { throw FileFailure(doing: doing(), path: path(), number: number) }
  }
}

extension Array<UInt8> {
  /// Calls with a NUL-terminated copy.
  ///
  /// Paths never hold a NUL: `BytePath` refuses them.
  package func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // The buffer holds at least the terminator, so it has an address.
        characters.baseAddress.map(body) ?? "".withCString(body)
      }
    }
  }
}
