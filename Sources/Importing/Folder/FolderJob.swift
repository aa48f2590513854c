internal import Files
internal import Model

/// A job beside originals.
struct FolderJob {
  let path: BytePath
  let id: AvatarID
  /// Nil where it asks for an id to be removed.
  let attributes: Attributes?

  /// - Throws: what is wrong with it, and where.
  init(_ root: Root, _ path: BytePath) throws(RowProblem) {
    self.path = path
    let text: [UInt8]?
    do throws(FileFailure) { text = try root.read(path, atMost: Document.largest)?.bytes } catch {
      throw RowProblem(line: nil, id: Self.ownID(path)?.text, CommandProblem.node(error.problem).explanation)
    }
    do throws(DocumentProblem) {
      let job = try Job(reading: text ?? [], named: path)
      id = job.id
      if case .place(let attributes) = job.action { self.attributes = attributes } else { attributes = nil }
    } catch {
      throw RowProblem(
        line: nil, id: Self.ownID(path)?.text, field: error.keyPath.isEmpty ? nil : error.keyPath,
        error.explanation(in: path.shown))
    }
  }

  /// The id of the original with the same name.
  static func ownID(_ path: BytePath) -> AvatarID? { try? AvatarID(job: path) }
}
