internal import Daemon
internal import Model

extension Command {
  func completion(_ arguments: Arguments) throws(CommandProblem) -> Int32 {
    let words = try arguments.texts()
    // What the scripts ask while a person types.
    if words.first == "ids" {
      for id in try StatusReport.ids(root(arguments), beginningWith: words.count > 1 ? words[1] : "") {
        Terminal.print(id)
      }
      return 0
    }
    guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
      let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage(Message("usage.completion", ["known": known]))
    }
    _ = Terminal.put(Array(Completion.script(for: shell, in: Terminal.language).utf8))
    return 0
  }
}
