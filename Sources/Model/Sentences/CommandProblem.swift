/// Why a command ends without having done what it was asked; exit codes are those of sysexits.
package enum CommandProblem: Error, Hashable, Sendable {
  case usage(String)
  case rootMissing(String)
  case rootUnusable(String, number: Int32)
  case rootIsForeign(String)
  case folderLost(String)
  case otherFileSystem(String)
  case locked(by: String)
  case settings(Explanation)
  case watching(String)
  case ledger(String)
  case node(NodeProblem)
  case noInput(String)
  case badData(String)
  case exists(String)
  case idExists(String)
  /// Two originals of one command have one id.
  case madeTwice(String, of: String)
  case unknownID(String)
  case noAnswer(String)
  case notConfirmed

  package var exitCode: Int32 {
    switch self {
    case .usage, .notConfirmed: 64
    case .badData: 65
    case .rootMissing, .noInput, .unknownID: 66
    case .folderLost, .otherFileSystem, .rootIsForeign, .watching: 69
    case .exists, .idExists, .madeTwice: 73
    case .ledger: 74
    case .locked, .noAnswer: 75
    case .settings: 78
    case .rootUnusable(_, let number): number == 13 || number == 1 || number == 30 ? 77 : 74
    case .node(.system(_, _, let number)): number == 13 || number == 1 ? 77 : number == 2 ? 66 : 74
    case .node: 69
    }
  }
}

extension CommandProblem: Explained {
  package var english: Explanation {
    switch self {
    case .usage(let text):
      Explanation(text, "tondo --help lists the commands, tondo COMMAND --help the options of each.")
    case .rootMissing(let path):
      Explanation("there is no folder \(path)", "Make it, or name another one with --root or TONDO_ROOT.")
    case .rootUnusable(let path, let number):
      Explanation(
        "cannot work in \(path): \(systemText(number))",
        "Give the user that tondo runs as read and write permission there.")
    case .rootIsForeign(let path):
      Explanation(
        "\(path) holds other things, and has never been a root",
        "Name an empty folder, or make a folder inbox in it.")
    case .folderLost(let path):
      Explanation(
        "\(path) is gone, though this root was ready once: is it mounted?",
        "Mount it. If it was deleted for good, make an empty one.")
    case .otherFileSystem(let path):
      Explanation(
        "\(path) lies on another file system than the root",
        "Only inbox/ may: put the others beside each other.")
    case .locked(let holder):
      Explanation("another tondo works on this root: \(holder)", "Stop it first, or use another root.")
    case .settings(let why): why
    case .watching(let text): Explanation(text, "See tondo check for this machine's limits.")
    case .ledger(let text):
      Explanation(text, "The ledger can be deleted while tondo is stopped: it is rebuilt from the folders.")
    case .node(.system(let doing, let path, let number)):
      Explanation(
        "cannot \(doing) \(path): \(systemText(number))",
        number == 13 || number == 1
          ? "Run this as a user who may: the owner of the root, or root." : "Mend this, then try again.")
    case .node(let problem): problem.english
    case .madeTwice(let original, let other):
      Explanation(
        "\(original): its avatars would have the names of those of \(other)",
        "Render them into different folders, or rename one.")
    case .idExists(let id): Explanation("\(id) exists already", "Give another name, or remove that id first.")
    case .noInput(let text): Explanation(text, "Check the name.")
    case .badData(let text): Explanation(text, "")
    case .exists(let path):
      Explanation("\(path) exists already", "Use --force to replace it, or another --out.")
    case .unknownID(let id):
      Explanation(
        "nothing is known of \(id)",
        "tondo status --json --failed and the folders show what there is; an id has no extension.")
    case .noAnswer(let what):
      Explanation(
        "the daemon has not answered: \(what)", "It goes on with it when it can; tondo status tells.")
    case .notConfirmed: Explanation("nothing was removed", "Answer yes, or add --yes.")
    }
  }
}
