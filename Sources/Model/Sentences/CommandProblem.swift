/// Why a command ends without having done what it was asked; exit codes are those of sysexits.
package enum CommandProblem: Error, Hashable, Sendable {
  case usage(Message)
  case rootMissing(String)
  case rootUnusable(String, number: Int32)
  case rootIsForeign(String)
  case folderLost(String)
  case otherFileSystem(String)
  case remoteFileSystem(String)
  case locked(by: Message, isBrief: Bool)
  case settings(Explanation)
  case watching(Message)
  case ledger(Message)
  case node(NodeProblem)
  case noInput(Message)
  case badData(Explanation)
  case exists(String)
  case idExists(String)
  /// Two originals of one command have one id.
  case madeTwice(String, of: String)
  case unknownID(String)
  case noAnswer(Message)
  case noDaemon(String)
  case notConfirmed
  /// The same command again goes on.
  case unfinished(Explanation)

  package var exitCode: Int32 {
    switch self {
    case .usage, .notConfirmed: 64
    case .badData: 65
    case .rootMissing, .noInput, .unknownID: 66
    case .folderLost, .otherFileSystem, .remoteFileSystem, .rootIsForeign, .watching, .noDaemon: 69
    case .exists, .idExists, .madeTwice: 73
    case .ledger: 74
    case .locked, .noAnswer, .unfinished: 75
    case .settings: 78
    case .rootUnusable(_, let number): number == 13 || number == 1 || number == 30 ? 77 : 74
    case .node(.system(_, _, let number)): number == 13 || number == 1 ? 77 : number == 2 ? 66 : 74
    case .node: 69
    }
  }
}

extension CommandProblem: Explained {
  package var explanation: Explanation {
    switch self {
    case .usage(let text): Explanation(text, Message("command.usage"))
    case .rootMissing(let path): Explanation("command.rootMissing", ["path": path])
    case .rootUnusable(let path, let number):
      Explanation("command.rootUnusable", ["path": path, "reason": systemText(number)])
    case .rootIsForeign(let path): Explanation("command.rootIsForeign", ["path": path])
    case .folderLost(let path): Explanation("command.folderLost", ["path": path])
    case .otherFileSystem(let path): Explanation("command.otherFileSystem", ["path": path])
    case .remoteFileSystem(let path): Explanation("command.remoteFileSystem", ["path": path])
    case .locked(let holder, _): Explanation("command.locked", ["holder": holder])
    case .settings(let why): why
    case .watching(let why): Explanation(why, Message("command.watching"))
    case .ledger(let text): Explanation(text, Message("command.ledger"))
    case .node(.system(let doing, let path, let number)):
      Explanation(
        doing.failure(path, number: number),
        number == 13 || number == 1 ? Message("command.node.refused") : Message("command.node.other"))
    case .node(let problem): problem.explanation
    case .madeTwice(let original, let other):
      Explanation("command.madeTwice", ["original": original, "other": other])
    case .idExists(let id): Explanation("command.idExists", ["id": id])
    case .noInput(let text): Explanation(text, Message("command.noInput"))
    case .badData(let why): why
    case .exists(let path): Explanation("command.exists", ["path": path])
    case .unknownID(let id): Explanation("command.unknownID", ["id": id])
    case .noAnswer(let what): Explanation("command.noAnswer", ["what": what])
    case .noDaemon(let path): Explanation("command.noDaemon", ["path": path])
    case .notConfirmed: Explanation("command.notConfirmed")
    case .unfinished(let why): why
    }
  }
}
