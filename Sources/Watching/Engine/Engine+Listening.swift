internal import Files
internal import Glibc
internal import Model

/// Whether a file system tells of changes: by its type, else by trying it.
extension Engine {
  /// A hidden name, which is nobody's photo.
  static let probe = Array(".tondo-probe".utf8)

  /// To be called where a folder was watched: the first one of a file system is looked at more closely.
  func listen(to folder: borrowing Handle, _ path: BytePath, in place: WatchMap.Place) throws(SystemError) {
    guard try isFirst(folder, place) || plan.probes.isOther?(path) == true else { return }
    let type = plan.probes.fileSystem?(path) ?? FileSystem.type(of: folder.descriptor)
    if FileSystem.isRemote(type) {
      degraded.insert(path, .silent)
    } else if path == Ignore.area || path.below(Ignore.area) != nil, makeNoise(in: folder) {
      // Elsewhere Tondo's own file system is taken for granted: it is the same for all.
      listening[path] = .now.advanced(by: plan.pace.hearing)
    }
  }

  private func isFirst(_ folder: borrowing Handle, _ place: WatchMap.Place) throws(SystemError) -> Bool {
    switch place {
    case .area: true
    case .inside(let parent, _): try folder.identity().device != map.identity(of: parent)?.device
    }
  }

  /// Makes a file and removes it; answers false where that is not allowed, and so nothing is learned.
  private func makeNoise(in folder: borrowing Handle) -> Bool {
    let descriptor = folder.descriptor
    let made = withCString(Self.probe) {
      openat(descriptor, $0, O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard made >= 0 else { return false }
    close(made)
    return withCString(Self.probe) { unlinkat(descriptor, $0, 0) } == 0
  }

  func hear(_ watch: Int32) {
    guard !listening.isEmpty, let path = map.path(of: watch), plan.probes.isDeaf?(path) != true else {
      return
    }
    listening[path] = nil
  }

  /// Where nothing was heard in time, nothing will be.
  func endListening() {
    let now = Instant.now
    for (path, until) in listening where until <= now {
      listening[path] = nil
      if map.watch(at: path) != nil { degraded.insert(path, .silent) }
    }
  }
}
