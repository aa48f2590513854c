internal import Files
internal import Foundation
internal import Glibc
internal import Model
internal import Watching
internal import Workers

/// `tondo check`: what is wrong with documents, or with the installation.
package enum Checkup {
  /// One thing that was looked at.
  package struct Finding: Sendable {
    package var isGood: Bool
    package var text: String
    /// sysexits, where it is not good.
    package var exitCode: Int32
  }

  // MARK: Documents

  /// A job, manifest or settings file, told apart by name and content.
  package static func document(_ path: [UInt8]) -> Finding {
    let shown = escaped(path)
    let bytes: [UInt8]
    do throws(FileFailure) {
      guard let read = try WholeFile.read(path, atMost: Document.largest) else {
        return Finding(isGood: false, text: "\(shown): there is no such file", exitCode: 66)
      }
      bytes = read
    } catch { return Finding(isGood: false, text: "\(shown): \(systemText(error.number))", exitCode: 66) }
    return judge(bytes, shown, name: Array(path.split(separator: UInt8(ascii: "/")).last ?? []))
  }

  private static func judge(_ bytes: [UInt8], _ shown: String, name: [UInt8]) -> Finding {
    let isSettings = isSettings(bytes, name)
    do throws(DocumentProblem) {
      let kind = try read(bytes, name, asSettings: isSettings)
      return Finding(isGood: true, text: "\(shown): good (\(kind))", exitCode: 0)
    } catch {
      let why = error.explanation(in: shown)
      return Finding(isGood: false, text: "\(why.problem). \(why.remedy)", exitCode: isSettings ? 78 : 65)
    }
  }

  private static func read(_ bytes: [UInt8], _ name: [UInt8], asSettings: Bool) throws(DocumentProblem)
    -> String
  {
    if Document.kind(of: name) == .job, let path = BytePath(name) {
      _ = try Job(reading: bytes, named: path)
      return "job"
    }
    if asSettings {
      _ = try Settings(reading: bytes)
      return "settings"
    }
    guard let path = BytePath(name), let id = AvatarID(original: path) else { return "manifest" }
    _ = try Manifest(reading: bytes, id: id)
    return "manifest"
  }

  /// Settings may have any name; what tells them from a manifest is that they have none of its keys.
  private static func isSettings(_ bytes: [UInt8], _ name: [UInt8]) -> Bool {
    if Document.kind(of: name) == .job { return false }
    if name == Array("tondo.json".utf8) { return true }
    guard case .object(let members) = (try? JSONValue(reading: bytes))?.content else { return false }
    let keys = Set(members.map(\.key))
    return !keys.isEmpty
      && keys.isDisjoint(with: ["id", "attributes", "original", "crop", "avatars", "made"])
  }

  // MARK: Installation

  package static func installation(root path: [UInt8], config: [UInt8]?) -> [Finding] {
    [worker(), limits()] + rootFindings(path, config)
  }

  private static func worker() -> Finding {
    let path = WorkerPool.executable()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: String(decoding: path, as: UTF8.self))
    process.arguments = ["--formats"]
    process.standardOutput = output
    do {
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let formats = try Wire.value([String: [String]].self, from: Array(text))
      let list = { (key: String) in (formats[key] ?? []).joined(separator: ", ") }
      return Finding(
        isGood: true, text: "worker: reads \(list("read")); writes \(list("write"))", exitCode: 0)
    } catch {
      let why = NodeProblem.workerMissing(escaped(path)).english
      return Finding(isGood: false, text: "worker: \(why.problem). \(why.remedy)", exitCode: 69)
    }
  }

  private static func limits() -> Finding {
    let names = ["max_user_watches", "max_user_instances", "max_queued_events"]
    let values = names.map { name -> String in
      let read = try? WholeFile.read(Array("/proc/sys/fs/inotify/\(name)".utf8), atMost: 4096)
      let text = String(decoding: read ?? [], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return "\(name) \(text.isEmpty ? "unknown" : text)"
    }
    return Finding(isGood: true, text: "inotify: " + values.joined(separator: ", "), exitCode: 0)
  }

  private static func rootFindings(_ path: [UInt8], _ config: [UInt8]?) -> [Finding] {
    let shown = escaped(path)
    do throws(CommandProblem) {
      let root = try Site.open(path)
      _ = try SettingsFile(root: root, named: config).read()
      let isReady = (try? root.look(Places.marker)) != nil
      if isReady {
        try Site.refuseLost(root)
        try Site.refuseOtherFileSystems(root)
      }
      try writable(path)
      let isHeld = (try? RootLock.isHeld(root, at: Places.lock)) ?? false
      return [
        Finding(isGood: true, text: "settings: good", exitCode: 0),
        Finding(
          isGood: true,
          text: "root: \(shown): \(isReady ? "ready" : "new")\(isHeld ? "; a daemon works on it" : "")",
          exitCode: 0),
      ]
    } catch {
      return [
        Finding(
          isGood: false, text: "\(error.english.problem). \(error.english.remedy)", exitCode: error.exitCode)
      ]
    }
  }

  private static func writable(_ path: [UInt8]) throws(CommandProblem) {
    if path.withCPath({ access($0, R_OK | W_OK | X_OK) }) != 0 {
      throw .rootUnusable(escaped(path), number: errno)
    }
  }
}
