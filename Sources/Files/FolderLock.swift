internal import CTondo.Linux
internal import Glibc
package import Model

/// The right to a folder that somebody works in, until they let it go or end, in whatever way.
package struct FolderLock: ~Copyable, Sendable {
  private let folder: Descriptor
  /// False where the file system knows no such lock: then nobody is kept from anything.
  package let isCertain: Bool

  /// Nil where another one has it, or the folder is gone.
  package static func take(_ root: Root, _ path: BytePath) throws(FileFailure) -> FolderLock? {
    do throws(FileFailure) {
      let folder = try root.open(path, O_RDONLY | O_DIRECTORY)
      let isCertain = tondo_lock_folder(folder.raw) == 0
      if !isCertain, tondo_errno() == EWOULDBLOCK { return nil }
      // Whoever had it before may have removed it meanwhile.
      guard try root.look(path) == .folder else { return nil }
      return FolderLock(folder: folder, isCertain: isCertain)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  private init(folder: consuming Descriptor, isCertain: Bool) {
    self.folder = folder
    self.isCertain = isCertain
  }
}
