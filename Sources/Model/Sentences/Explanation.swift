/// What is told to a person: what is wrong (where and why in one sentence), and what to do.
package struct Explanation: Hashable, Sendable {
  package var problem: String
  package var remedy: String

  package init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }
}

/// Something that can be told.
///
/// The sentences lie in this folder alone, keyed by the cases of a few enums,
/// so that the compiler notices a key without a sentence; another language is another extension of the same enums.
package protocol Explained: Sendable {
  var english: Explanation { get }
}

/// Trouble of the machine or the installation rather than of a photo: work pauses and no attempt is counted.
package enum NodeProblem: Error, Hashable, Sendable, Codable {
  /// A system call failed; `number` is errno.
  case system(doing: String, path: String, number: Int32)
  case workerProtocol(String)
  case workerMissing(String)
}

extension NodeProblem: Explained {
  package var english: Explanation {
    switch self {
    case .system(let doing, let path, let number):
      Explanation(
        "cannot \(doing) \(path): \(systemText(number))",
        "Work pauses, and goes on by itself once this is mended.")
    case .workerProtocol(let found):
      Explanation(
        "tondo-worker does not speak this version's protocol: \(found)",
        "Install tondo and tondo-worker of one version.")
    case .workerMissing(let path):
      Explanation("cannot start \(path)", "Install tondo-worker beside tondo.")
    }
  }
}
