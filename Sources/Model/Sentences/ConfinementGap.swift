/// A way in which workers cannot be confined here; `number` is errno.
package enum ConfinementGap: Hashable, Sendable {
  case files(number: Int32)
  case calls(number: Int32)
}

extension ConfinementGap: Explained {
  package var explanation: Explanation {
    switch self {
    case .files(let number): Explanation("confinement.files", ["reason": systemText(number)])
    case .calls(let number): Explanation("confinement.calls", ["reason": systemText(number)])
    }
  }
}
