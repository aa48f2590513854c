internal import CTondo.Linux
internal import Glibc
internal import Model

/// The superuser who works in somebody else's root: what is made there is the owner's, and what is read elsewhere is read
/// with the caller's rights.
///
/// Anybody else stays who they are.
package struct Caller: Sendable {
  private let owner: (user: uid_t, group: gid_t)?

  /// Has this process take the place of the root's owner, so that it can still read what only its caller may.
  package init(steppingDownFor root: Root) throws(FileFailure) {
    let status = try root.descriptor.status(escaped(root.path))
    guard geteuid() == 0, status.st_uid != 0 else {
      owner = nil
      return
    }
    try posix(.actAsOwner, escaped(root.path)) { tondo_step_down(status.st_uid, status.st_gid) }
    owner = (status.st_uid, status.st_gid)
  }

  /// Who works as who they are.
  package init() { owner = nil }

  /// Opens, lists and looks at files as the caller; the body must not leave its thread.
  package func reading<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let owner else { return try body() }
    // Where it takes no hold, what the owner may not read is refused.
    _ = tondo_touch_files_as(0, 0)
    defer { _ = tondo_touch_files_as(owner.user, owner.group) }
    return try body()
  }

  /// What must be done as the root's owner in the middle of reading.
  package func working<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let owner else { return try body() }
    _ = tondo_touch_files_as(owner.user, owner.group)
    defer { _ = tondo_touch_files_as(0, 0) }
    return try body()
  }
}
