internal import Files
internal import Ledger
internal import Model

extension CommandProblem {
  /// What ends a command, of whatever was thrown below it.
  init(_ error: any Error) {
    switch error {
    case let problem as CommandProblem: self = problem
    case let failure as FileFailure: self = .node(failure.problem)
    case LedgerFailure.node(let problem): self = .node(problem)
    case let failure as LedgerFailure: self = .ledger(failure.explanation.problem)
    case let problem as NodeProblem: self = .node(problem)
    default: self = .ledger(.verbatim("\(error)"))
    }
  }
}
