/// Trouble of the machine or the installation rather than of a photo: work pauses and no attempt is counted.
package enum NodeProblem: Error, Hashable, Sendable, Codable {
  /// A system call failed; `number` is errno.
  case system(doing: Deed, path: String, number: Int32)
  case workerProtocol(Message)
  case workerMissing(Message)
  /// A folder that should hold files of several ids holds nothing at all.
  case emptied(String)
  /// A folder is not the one that it was.
  case covered(String)
}

extension NodeProblem: Explained {
  package var explanation: Explanation {
    switch self {
    case .system(let doing, let path, let number):
      Explanation("node.system", ["failure": doing.failure(path, number: number)])
    case .workerProtocol(let found): Explanation("node.workerProtocol", ["found": found])
    case .workerMissing(let path): Explanation("node.workerMissing", ["path": path])
    case .emptied(let folder): Explanation("node.emptied", ["folder": folder])
    case .covered(let folder): Explanation("node.covered", ["folder": folder])
    }
  }
}
