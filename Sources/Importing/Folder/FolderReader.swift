package import Files
package import Model

/// Reads a folder of originals, and those in it; jobs beside them are their attributes.
///
/// Only names are looked at, and jobs read. What lies in one folder comes in the order of its names' bytes, then the
/// folders in it. One folder's names are all that is kept.
package final class FolderReader: RowReader {
  package enum IDs: String, CaseIterable {
    case path, name
  }

  private let root: Root
  private let ids: IDs
  /// A folder in it that is passed over.
  private let besides: BytePath?
  private var page: FolderPage?
  /// Folders of the page at hand.
  private var found: [BytePath] = []
  /// Folders that are still to be read, the next one last.
  private var open = [BytePath.here]
  package let remarks: [Message] = []

  package init(_ root: Root, ids: IDs = .path, besides: BytePath? = nil) {
    (self.root, self.ids, self.besides) = (root, ids, besides)
  }

  package func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult? {
    while true {
      if let name = page?.popName() {
        if let result = result(name) { return result }
        continue
      }
      open += found.reversed()
      (page, found) = (nil, [])
      guard let folder = open.popLast() else { return nil }
      if let problem = try turn(to: folder) { return .bad(problem) }
    }
  }

  /// Answers why a folder cannot be read; where it is the source itself, nothing can.
  private func turn(to folder: BytePath) throws(CommandProblem) -> RowProblem? {
    do throws(FileFailure) {
      page = try FolderPage(root, folder)
      return nil
    } catch {
      let problem = CommandProblem.node(error.problem)
      if folder == .here { throw problem }
      // It went while the others were read.
      return error.isMissing ? nil : RowProblem(line: nil, id: folder.shown, problem.explanation)
    }
  }

  private func result(_ name: [UInt8]) -> RowResult? {
    guard let page else { return nil }
    let path = page.path.appending(name)
    do throws(FileFailure) {
      switch try root.look(path) {
      case .file: return try file(path, page)
      case .folder where path == besides: return skipped(path, Explanation("import.folder.ownRoot"))
      case .folder: if !Ignore.name(name, isFolder: true) { found.append(path) }
      case .other where FolderFile(name) != .ignored:
        return skipped(path, Explanation("import.folder.noFile"))
      case .other, nil: break
      }
      return nil
    } catch {
      return .bad(RowProblem(line: nil, id: path.shown, CommandProblem.node(error.problem).explanation))
    }
  }

  private func file(_ path: BytePath, _ page: FolderPage) throws(FileFailure) -> RowResult? {
    switch FolderFile(path.name) {
    case .photo: photo(path, page)
    case .job: job(path, page)
    case .ignored: nil
    case .strayJSON: skipped(path, Explanation("import.folder.strayJSON"))
    case .document:
      skipped(path, Explanation("import.folder.document", ["path": escaped(root.absolute(path))]))
    }
  }

  private func skipped(_ path: BytePath, _ why: Explanation) -> RowResult {
    .skipped(RowProblem(line: nil, id: path.shown, why))
  }

  private func photo(_ path: BytePath, _ page: FolderPage) -> RowResult {
    do throws(RowProblem) {
      let place = try id(path.folder.appending(withoutExtension(path.name)))
      let job = try job(of: place, page)
      let placing = job?.attributes.map(Row.Placing.attributes) ?? .unsaid
      return .row(Row(line: nil, id: try given(place), photo: .file(root, path), placing: placing))
    } catch { return .bad(error) }
  }

  /// The id by path, by which jobs tell whose they are.
  private func id(_ path: BytePath) throws(RowProblem) -> AvatarID {
    do throws(IDFlaw) { return try AvatarID(imported: path) } catch {
      throw RowProblem(line: nil, id: path.shown, error.explanation)
    }
  }

  /// The id that it gets.
  private func given(_ id: AvatarID) throws(RowProblem) -> AvatarID {
    switch ids {
    case .path: id
    case .name: try self.id(BytePath.here.appending(id.path.name))
    }
  }

  /// The job that is called like the photo, else one that names it.
  private func job(of id: AvatarID, _ page: FolderPage) throws(RowProblem) -> FolderJob? {
    let path = id.file(String(decoding: Document.jobSuffix, as: UTF8.self))
    guard page.has(path.name) else { return page.jobs[id] }
    let job = try FolderJob(root, path)
    guard job.id == id else { return page.jobs[id] }
    return try checked(job)
  }

  private func checked(_ job: FolderJob) throws(RowProblem) -> FolderJob {
    guard job.attributes != nil else {
      throw RowProblem(line: nil, id: job.id.text, field: "remove", Explanation("import.json.remove"))
    }
    return job
  }

  /// A job whose photo is not beside it is for one that was taken in before.
  private func job(_ path: BytePath, _ page: FolderPage) -> RowResult? {
    let own = FolderJob.ownID(path)
    let hasTwin = own.map(page.hasPhoto) ?? false
    let job: FolderJob
    do throws(RowProblem) { job = try FolderJob(root, path) } catch {
      // With a photo of this name, it was told of that one.
      return hasTwin ? nil : .bad(error)
    }
    if page.jobs[job.id]?.path == path || hasTwin && job.id == own { return nil }
    if page.hasPhoto(of: job.id) { return .bad(other(job)) }
    return alone(job)
  }

  private func other(_ job: FolderJob) -> RowProblem {
    RowProblem(
      line: nil, id: job.id.text, field: "original",
      Explanation("import.folder.otherJob", ["job": job.path.shown]))
  }

  private func alone(_ job: FolderJob) -> RowResult? {
    do throws(RowProblem) {
      guard let attributes = try checked(job).attributes else { return nil }
      let id = try given(id(job.id.path))
      return .row(Row(line: nil, id: id, photo: .none, placing: .attributes(attributes)))
    } catch { return .bad(error) }
  }
}
