internal import Files
internal import Foundation
internal import Glibc
package import Model
internal import Watching
internal import Workers

/// `tondo check`: what is wrong with documents, or with the installation.
package enum Checkup {
  /// One thing that was looked at.
  package struct Finding: Sendable {
    package var isGood: Bool
    package var text: Message
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
        return Finding(isGood: false, text: Message("check.missing", ["path": shown]), exitCode: 66)
      }
      bytes = read
    } catch {
      return Finding(
        isGood: false,
        text: Message("check.unreadable", ["path": shown, "reason": systemText(error.number)]), exitCode: 66)
    }
    return judge(bytes, shown, name: Array(path.split(separator: UInt8(ascii: "/")).last ?? []))
  }

  private static func judge(_ bytes: [UInt8], _ shown: String, name: [UInt8]) -> Finding {
    let isSettings = isSettings(bytes, name)
    do throws(DocumentProblem) {
      let kind = try read(bytes, name, asSettings: isSettings)
      return Finding(isGood: true, text: Message("check.good.\(kind)", ["path": shown]), exitCode: 0)
    } catch {
      let why = error.explanation(in: shown)
      return Finding(isGood: false, text: why.whole, exitCode: isSettings ? 78 : 65)
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
    [worker()] + confinement() + fonts() + [limits()] + rootFindings(path, config)
  }

  private static func worker() -> Finding {
    do throws(NodeProblem) {
      let formats: [String: [String]] = try WorkerPool.ask("--formats")
      let list = { (key: String) in (formats[key] ?? []).joined(separator: ", ") }
      return Finding(
        isGood: true, text: Message("check.worker", ["read": list("read"), "written": list("write")]),
        exitCode: 0)
    } catch {
      let text = Message("check.workerFails", ["why": error.explanation.whole])
      return Finding(isGood: false, text: text, exitCode: 69)
    }
  }

  /// Nothing where there is no worker to ask; a gap does not keep anybody from working.
  private static func confinement() -> [Finding] {
    guard let found: Confinement = try? WorkerPool.ask("--confinement") else { return [] }
    let gaps = found.gaps.map(\.explanation.whole)
    let texts = gaps.isEmpty ? [Message("check.confined")] : gaps
    return texts.map { Finding(isGood: true, text: Message("check.sandbox", ["what": $0]), exitCode: 0) }
  }

  /// Nothing where there is no worker to ask; without any font photos are made all the same.
  private static func fonts() -> [Finding] {
    guard let found: [String: Int] = try? WorkerPool.ask("--fonts"), let families = found["families"] else {
      return []
    }
    let text =
      families == 0 ? Message("check.noFonts") : Message("check.fonts", ["families": families])
    return [Finding(isGood: true, text: text, exitCode: 0)]
  }

  private static func limits() -> Finding {
    let names = ["max_user_watches", "max_user_instances", "max_queued_events"]
    let values = names.map { name -> Message in
      let read = try? WholeFile.read(Array("/proc/sys/fs/inotify/\(name)".utf8), atMost: 4096)
      let text = String(decoding: read ?? [], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? Message("check.unknownLimit", ["name": name]) : .verbatim("\(name) \(text)")
    }
    let limits = Message.joined(values, by: "list") ?? .verbatim("")
    return Finding(isGood: true, text: Message("check.inotify", ["limits": limits]), exitCode: 0)
  }

  private static func rootFindings(_ path: [UInt8], _ config: [UInt8]?) -> [Finding] {
    let shown = escaped(path)
    do throws(CommandProblem) {
      let root = try Site.open(path)
      let file = SettingsFile(root: root, named: config)
      let settings = try file.read()
      let isReady = (try? root.look(Places.marker)) != nil
      if isReady {
        try Site.refuseLost(root)
        try Site.refuseOtherFileSystems(root)
      }
      try writable(path)
      let isHeld = (try? RootLock.isHeld(root, at: Places.lock)) ?? false
      return [
        Finding(isGood: true, text: Message("check.settings"), exitCode: 0),
        Finding(isGood: true, text: Message(rootKey(isReady, isHeld), ["path": shown]), exitCode: 0),
      ] + page(settings, file)
    } catch {
      return [Finding(isGood: false, text: error.explanation.whole, exitCode: error.exitCode)]
    }
  }

  /// Where the page is, and who can see more there than they perhaps should; that keeps nobody from working.
  private static func page(_ settings: Settings, _ file: SettingsFile) -> [Finding] {
    guard let web = settings.http else { return [] }
    var gaps: [WebGap] = []
    if web.token == nil, case .internet = web.listen, let address = web.listen?.text {
      gaps.append(.everyoneHere(address))
    }
    if web.token != nil, file.isPublic { gaps.append(.tokenIsPublic(escaped(file.path))) }
    let listens =
      web.listen.map { Message("check.page.listens", ["address": $0.text]) }
      ?? Message("check.page.handedOver")
    let texts = [listens] + gaps.map { Message("check.page.gap", ["gap": $0.explanation.whole]) }
    return texts.map { Finding(isGood: true, text: $0, exitCode: 0) }
  }

  private static func rootKey(_ isReady: Bool, _ isHeld: Bool) -> String {
    isHeld
      ? isReady ? "check.root.readyHeld" : "check.root.newHeld"
      : isReady ? "check.root.ready" : "check.root.new"
  }

  private static func writable(_ path: [UInt8]) throws(CommandProblem) {
    if path.withCPath({ access($0, R_OK | W_OK | X_OK) }) != 0 {
      throw .rootUnusable(escaped(path), number: errno)
    }
  }
}
