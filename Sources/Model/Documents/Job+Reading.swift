extension Job {
  static let keys = ["original", "remove"] + Attributes.keys

  /// Reads a job.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - path: the job's own path below `inbox/`, such as `sales/jane.job.json`.
  /// - Throws: what is wrong, and where.
  package init(reading bytes: [UInt8], named path: BytePath) throws(DocumentProblem) {
    let fields = try Fields(document: bytes, keys: Self.keys)
    let id = try Self.id(fields["original"], job: path)
    guard try fields["remove"]?.boolean() ?? false else {
      self.init(id: id, action: .place(try Attributes(fields)))
      return
    }
    if let other = fields.present(Attributes.keys).first {
      throw fields.problem(.excluded(other, by: "remove"), key: other)
    }
    self.init(id: id, action: .remove)
  }

  private static func id(_ original: Field?, job path: BytePath) throws(DocumentProblem) -> AvatarID {
    let name = try jobName(path)
    guard let original else { return try AvatarID(named: name) }
    let text = try original.string()
    let parts = text.utf8.split(separator: BytePath.separator, omittingEmptySubsequences: false)
    if text.hasPrefix("/") || parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      throw original.problem(.outsideInbox(text))
    }
    let plain = parts.drop { $0.elementsEqual(".".utf8) }.joined(separator: [BytePath.separator])
    guard let relative = BytePath(Array(plain)), !relative.bytes.isEmpty else {
      throw original.problem(.notAPlainPath(text))
    }
    guard let id = AvatarID(original: path.folder.appending(relative)) else {
      throw original.problem(.nameTooLong(limit: AvatarID.longestName))
    }
    return id
  }
}

extension AvatarID {
  /// The id of the original with the same NAME as a job `NAME.job.json`.
  package init(job path: BytePath) throws(DocumentProblem) { try self.init(named: jobName(path)) }

  fileprivate init(named name: BytePath) throws(DocumentProblem) {
    guard let id = AvatarID(name) else {
      throw DocumentProblem(.nameTooLong(limit: AvatarID.longestName), at: .start)
    }
    self = id
  }
}

/// The path with NAME alone as its last part.
private func jobName(_ path: BytePath) throws(DocumentProblem) -> BytePath {
  let name = path.name.dropLast(Document.jobSuffix.count)
  guard Document.kind(of: path.name) == .job, path.text != nil, BytePath(name) != nil else {
    throw DocumentProblem(.notAJobName(path.shown), at: .start)
  }
  return path.folder.appending(name)
}
