internal import Files
internal import Model

/// One folder's names, and the jobs among them whose originals are called otherwise.
struct FolderPage {
  let path: BytePath
  private let names: SortedNames
  private var next = 0
  /// Jobs that name an original here which is not called like them, by its id.
  private(set) var jobs: [AvatarID: FolderJob] = [:]

  init(_ root: Root, _ path: BytePath) throws(FileFailure) {
    self.path = path
    names = try SortedNames(root, path)
    for index in 0..<names.count {
      let name = names[index]
      guard FolderFile(name) == .job, let id = FolderJob.ownID(path.appending(name)), !hasPhoto(of: id),
        let job = try? FolderJob(root, path.appending(name)), hasPhoto(of: job.id)
      else { continue }
      jobs[job.id] = job
    }
  }

  mutating func popName() -> [UInt8]? {
    guard next < names.count else { return nil }
    defer { next += 1 }
    return names[next]
  }

  func has(_ name: [UInt8]) -> Bool {
    let index = names.firstIndex(notBefore: name)
    return index < names.count && names[index] == name
  }

  /// Whether a file here may be the photo of an id, by its name.
  func hasPhoto(of id: AvatarID) -> Bool {
    guard id.path.folder == path else { return false }
    let stem = id.path.name
    if has(stem), FolderFile(stem) == .photo { return true }
    let beginning = stem + [UInt8(ascii: ".")]
    var index = names.firstIndex(notBefore: beginning)
    while index < names.count, names[index].starts(with: beginning) {
      if withoutExtension(names[index]) == stem, FolderFile(names[index]) == .photo { return true }
      index += 1
    }
    return false
  }
}
