internal import Daemon
internal import Model

extension Command {
  func render(_ arguments: Arguments) throws(CommandProblem) -> Int32 {
    let originals = arguments.rest
    guard !originals.isEmpty else { throw .usage(Message("usage.render")) }
    let renderer = try Renderer(wish(arguments))
    defer { renderer.end() }
    let several = originals.count > 1
    var exitCode: Int32 = 0
    var progress = Progress(of: originals.count)
    let shown = { (done: Int) in Message("render.progress", ["done": done, "total": originals.count]) }
    if several { progress.show(0, shown(0)) }
    renderer.render(originals) { done, outcomes in
      if several { progress.clear() }
      for outcome in outcomes {
        switch outcome {
        case .success(let made): show(made, arguments, several: several)
        case .failure(let problem):
          Terminal.tell(problem)
          if exitCode == 0 { exitCode = problem.exitCode }
        }
      }
      if several, done < originals.count { progress.show(done, shown(done)) }
    }
    return exitCode
  }

  private func wish(_ arguments: Arguments) throws(CommandProblem) -> Renderer.Wish {
    var options = Options()
    options.scale = arguments["scale"]
    options.position = arguments["position"]
    options.viewport = arguments["viewport"]
    options.crop = arguments["crop"]
    options.rotation = arguments["rotation"]
    options.shape = arguments["shape"]
    options.background = arguments["background"]
    options.sizes = arguments.all("size")
    options.format = arguments["format"]
    options.quality = arguments["quality"]
    options.maxBytes = arguments["max-bytes"]
    do throws(DocumentProblem) {
      return Renderer.Wish(
        attributes: try options.attributes(), outputs: try options.outputs() ?? Settings().outputs,
        out: absolute(arguments["out"] ?? "."), force: arguments.has("force"),
        dryRun: arguments.has("dry-run"))
    } catch { throw .usage(error.explanation.whole) }
  }

  private func show(_ made: Renderer.Made, _ arguments: Arguments, several: Bool) {
    for warning in made.manifest.account?.warnings ?? [] {
      Terminal.note(Message("render.warning", ["id": made.manifest.id, "warning": warning.message]))
    }
    if arguments.has("json") {
      Terminal.print(several ? made.manifest.json.line : made.manifest.json.text)
    } else if let account = made.manifest.account, let facts = account.original?.facts,
      let crop = account.crop, arguments.has("dry-run")
    {
      Terminal.print(
        Message(
          "render.crop",
          [
            "id": made.manifest.id, "format": facts.format.rawValue, "width": facts.size.width,
            "height": facts.size.height, "size": crop.size, "x": crop.x, "y": crop.y,
          ]))
    } else {
      for file in made.files { Terminal.print(file) }
    }
  }

  func check(_ arguments: Arguments) -> Int32 {
    let findings =
      arguments.rest.isEmpty
      ? Checkup.installation(root: root(arguments), config: arguments["config"].map(absolute))
      : arguments.rest.map { Checkup.document($0) }
    for finding in findings {
      if finding.isGood { Terminal.print(finding.text) } else { Terminal.complain(finding.text) }
    }
    return findings.first { !$0.isGood }?.exitCode ?? 0
  }
}

extension JSONValue {
  /// As a document, without the newline at its end.
  var text: String { String(decoding: document.dropLast(), as: UTF8.self) }
}
