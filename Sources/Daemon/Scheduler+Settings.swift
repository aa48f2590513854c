internal import Files
internal import Ledger
internal import Model

/// New settings: checked when the file changes, put in force when asked to.
extension Scheduler {
  /// Reads the settings again and puts them in force; bad ones change nothing.
  ///
  /// Answers what became of it.
  @discardableResult
  func reload() -> Answer {
    surroundings.reloading()
    defer { surroundings.reloaded(settings) }
    let new: Settings
    do throws(CommandProblem) { new = try file.read() } catch {
      let event = Event.settingsBad(error.explanation.problem)
      log(event)
      return Answer(exitCode: error.exitCode, text: event.message)
    }
    let isSame = new == settings
    settings = new
    let gap = serve()
    log(isSame ? .settingsUnchanged : .settingsApplied)
    if !isSame {
      compareSoon(.here)
      tick()
    }
    let done = (isSame ? Event.settingsUnchanged : .settingsApplied).message
    return Answer(
      exitCode: 0, text: gap.map { Message("answer.reloadedWithout", ["done": done, "gap": $0]) } ?? done)
  }

  /// Has the page served as the settings say, now and whenever others are in force.
  func serve(by doorway: Doorway) {
    self.doorway = doorway
    serve()
  }

  /// Answers why there is no page, where that is so against the settings.
  @discardableResult
  private func serve() -> Message? {
    guard let doorway else { return nil }
    let event = doorway.apply(settings)
    if let event, case .notServing = event {
      report(event)
      return event.message
    }
    if let event { log(event) }
    // That is over.
    if vitals.lastError?.text.key == "event.notServing" { vitals.lastError = nil }
    return nil
  }

  func checkSettings() {
    do throws(CommandProblem) {
      if try file.read() != settings { log(.settingsChecked) }
    } catch { log(.settingsBad(error.explanation.problem)) }
  }
}
