internal import Files
internal import Ledger
internal import Model

/// New settings: checked when the file changes, put in force when asked to.
extension Scheduler {
  /// Reads the settings again and puts them in force; bad ones change nothing.
  ///
  /// Answers what is in force now, nil where the new ones are bad.
  func reload() -> Settings? {
    let new: Settings
    do throws(CommandProblem) { new = try file.read() } catch {
      log(.settingsBad(error.english.problem))
      return nil
    }
    guard new != settings else {
      log(.settingsUnchanged)
      return settings
    }
    settings = new
    log(.settingsApplied)
    guarded { try scan() }
    tick()
    return settings
  }

  func checkSettings() {
    do throws(CommandProblem) {
      if try file.read() != settings { log(.settingsChecked) }
    } catch { log(.settingsBad(error.english.problem)) }
  }
}
