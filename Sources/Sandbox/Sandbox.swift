internal import CTondoSandbox
internal import Glibc
package import Model

/// What a worker does without from its first photo on.
///
/// For photos it needs no path at all: the daemon opens the photo and makes the files of the avatars, and hands over the open
/// files. So whatever a photo makes of a decoder, it can reach what it was handed, and nothing else. Paths that are
/// allowed would be of no use: rules can only be narrowed, and a worker makes one photo after the other.
package enum Sandbox {
  /// Folders of fonts, and of what is said about them.
  ///
  /// They are no secret, and a worker that may read them is given no photos.
  package static let fonts = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig",
  ]

  /// Gives up, for good, what decoding does not need; answers what of that the system does not offer.
  ///
  /// To be called while the process has one thread, with all libraries loaded. What lies in the folders may still be
  /// read.
  package static func enter(reading folders: [String] = []) -> Confinement {
    // A core would hold the photo, and lie where nobody looks.
    for (resource, value) in [
      (TONDO_CORE_SIZE, 0), (TONDO_OPEN_FILES, openFiles), (TONDO_FILE_SIZE, largestFile),
    ] {
      _ = tondo_limit(resource, value, 1)
    }
    // Landlock and seccomp ask for it.
    let privileges = tondo_renounce_privileges()
    // In this order: afterwards there is no call any more for the other.
    let files = privileges == 0 ? renounceFiles(but: folders) : privileges
    let calls = privileges == 0 ? tondo_renounce_calls(folders.isEmpty ? 0 : 1) : privileges
    return Confinement(files: files, calls: calls)
  }

  private static func renounceFiles(but folders: [String]) -> Int32 {
    let paths = folders.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let list = paths.map { UnsafePointer($0) } + [nil]
    return tondo_renounce_files(list)
  }

  /// So much CPU may be used from now on; then the kernel ends the process, should nobody else do it.
  package static func allow(seconds: Double) {
    var used = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    // The daemon's own look, which ends in a reason rather than a signal, comes first.
    let end = Double(used.tv_sec) + seconds + 2
    _ = tondo_limit(TONDO_CPU_SECONDS, rlim_t(min(max(1, end), 1e9)), 0)
  }

  /// The channel, the standard streams, a photo, its avatars, and what comes for the next while these are closed.
  private static let openFiles: rlim_t = 256
  /// An uncompressed avatar of the largest size has half of it.
  private static let largestFile: rlim_t = 128 << 20
}
