import Files
import Model
import Scratch
import Testing

@testable import Daemon

@Suite("Claiming a root")
struct SiteTests {
  private func problem(_ scratch: Scratch) -> CommandProblem? {
    do throws(CommandProblem) {
      let site = try Site.claim(scratch.root.path)
      site.release()
      return nil
    } catch { return error }
  }

  @Test("makes an empty one ready, with the modes of the contract")
  func empty() throws {
    let scratch = try Scratch([])
    #expect(problem(scratch) == nil)
    for (folder, mode) in [
      ("inbox", 0o2775), ("avatars", 0o2775), ("failed", 0o2770), ("originals", 0o750), ("replaced", 0o750),
      (".tondo", 0o750), (".tondo/staging", 0o750), (".tondo/requests", 0o750),
    ] as [(String, UInt32)] { #expect(scratch.mode(folder) == mode, "\(folder)") }
    #expect(problem(scratch) == nil)
  }

  @Test("waits where a command works for a moment, but not where a daemon does, and not when it is to stop")
  func patience() async throws {
    let scratch = try Scratch([])
    let path = scratch.root.path
    let command = try Site.claim(path, isBrief: true)
    let stopWish = StopWish()
    let waiting = Task.detached { try Site.claimPatiently(path, stopWish).release() }
    // Longer than anybody may take to say who it is.
    try await Task.sleep(for: .seconds(1))
    command.release()
    try await waiting.value
    let daemon = try Site.claim(path)
    #expect(throws: CommandProblem.self) { try Site.claimPatiently(path, stopWish).release() }
    daemon.release()
    let other = try Site.claim(path, isBrief: true)
    #expect(stopWish.express() && !stopWish.express())
    #expect(throws: CommandProblem.self) { try Site.claimPatiently(path, stopWish).release() }
    other.release()
  }

  @Test("leaves folders that are there as they are")
  func existing() throws {
    let scratch = try Scratch(["inbox"])
    try scratch.setMode("inbox", 0o1777)
    try scratch.write("inbox/jane.jpg")
    #expect(problem(scratch) == nil)
    #expect(scratch.mode("inbox") == 0o1777)
  }

  @Test("refuses a folder that holds other things, and makes nothing there")
  func foreign() throws {
    let scratch = try Scratch(["Documents"])
    guard case .rootIsForeign = problem(scratch) else {
      Issue.record("not refused")
      return
    }
    #expect(!scratch.isFolder("inbox") && !scratch.isFolder(".tondo"))
    try scratch.makeFolder("inbox")
    #expect(problem(scratch) == nil)
  }

  @Test(
    "takes a folder whose only things are settings, hidden ones or lost+found",
    arguments: ["tondo.json", ".git/x", "lost+found/x"])
  func fresh(_ name: String) throws {
    let scratch = try Scratch([])
    try scratch.write(name, "{}")
    #expect(problem(scratch) == nil)
  }

  @Test(
    "refuses one that was ready once and has lost a folder, until it is back",
    arguments: ["inbox", "originals", "avatars"])
  func lost(_ folder: String) throws {
    let scratch = try Scratch([])
    #expect(problem(scratch) == nil)
    try scratch.move(folder, "elsewhere")
    #expect(problem(scratch) == .folderLost(folder))
    #expect(problem(scratch)?.exitCode == 69)
    #expect(!scratch.isFolder(folder))
    try scratch.move("elsewhere", folder)
    #expect(problem(scratch) == nil)
  }

  @Test("makes failed/ and replaced/ again: nothing that lies there is to be done")
  func again() throws {
    let scratch = try Scratch([])
    #expect(problem(scratch) == nil)
    for folder in ["failed", "replaced"] { try scratch.remove(folder) }
    #expect(problem(scratch) == nil)
    #expect(scratch.isFolder("failed") && scratch.isFolder("replaced"))
  }

  @Test("refuses a link in place of one of its folders")
  func link() throws {
    let scratch = try Scratch([])
    try scratch.makeFolder("elsewhere")
    try scratch.link("originals", to: "elsewhere")
    #expect(problem(scratch) != nil)
  }

  @Test("refuses a root that another one works on, and says who that is")
  func locked() throws {
    let scratch = try Scratch([])
    let site = try Site.claim(scratch.root.path)
    guard case .locked(let holder, _) = problem(scratch) else {
      Issue.record("not refused")
      return
    }
    #expect(holder.english.hasPrefix("process "))
    #expect(problem(scratch)?.exitCode == 75)
    site.release()
    #expect(problem(scratch) == nil)
  }

  @Test("says that a root is missing, or no folder")
  func missing() throws {
    let scratch = try Scratch([])
    try scratch.write("file")
    for (name, code) in [("none", 66), ("file", 74)] as [(String, Int32)] {
      #expect {
        _ = try Site.open(Array(scratch.absolute(name).utf8))
      } throws: { ($0 as? CommandProblem)?.exitCode == code }
    }
  }

  @Test("takes an inbox on another file system, and nothing else there")
  func otherFileSystem() throws {
    let scratch = try Scratch(["inbox"])
    guard scratch.mountInbox() else { return }
    #expect(problem(scratch) == nil)
  }
}

@Suite("The settings file")
struct SettingsFileTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch([]) }

  private func read(_ name: String? = nil) throws -> Settings {
    try SettingsFile(root: scratch.root, named: name.map { Array(scratch.absolute($0).utf8) }).read()
  }

  private func problem(_ name: String? = nil) -> CommandProblem? {
    do { _ = try read(name) } catch { return error as? CommandProblem }
    return nil
  }

  @Test("need not be there, unless it was named")
  func missing() throws {
    #expect(try read() == Settings())
    #expect(problem("other.json")?.exitCode == 78)
  }

  @Test("is the root's own, unless another one is named")
  func named() throws {
    try scratch.write("tondo.json", #"{ "workers": 2 }"#)
    try scratch.write("other.json", #"{ "workers": 3 }"#)
    #expect(try read().workers == 2)
    #expect(try read("other.json").workers == 3)
  }

  @Test("is told with its place where it is bad", arguments: [("{", ":1:"), ("{\n  \"worker\": 2 }", ":2:")])
  func bad(_ text: String, _ place: String) throws {
    try scratch.write("tondo.json", text)
    let why = try #require(problem()).explanation.problem.text(in: .english)
    #expect(why.contains("tondo.json\(place)"))
    #expect(problem()?.exitCode == 78)
  }

  @Test("is refused where it is a folder or too large")
  func odd() throws {
    try scratch.makeFolder("tondo.json")
    #expect(problem()?.exitCode == 78)
    try scratch.write("large.json", String(repeating: " ", count: Document.largest + 1))
    #expect(problem("large.json")?.exitCode == 78)
  }
}

@Suite("Moments")
struct TimestampTests {
  @Test("are written in UTC to the second, and for names without punctuation")
  func form() throws {
    let now = Timestamp.now()
    #expect(now.seconds.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect(now.stamp.wholeMatch(of: /\d{8}T\d{6}Z/) != nil)
    #expect(Timestamp(seconds: "2026-11-30T12:00:00Z").stamp == "20261130T120000Z")
  }
}

@Suite("Lines of the log")
struct LogTests {
  private let event = Event.settingsBad(.verbatim("tondo.json:1:1: it is\nbad"))

  @Test("carry their priority for the journal, in one line")
  func journal() {
    #expect(
      Log(style: .journal).line(event)
        == "<3>the settings are bad; the old ones stay in force: tondo.json:1:1: it is bad")
  }

  @Test("carry time and level for people, in colour where it is wanted")
  func terminal() throws {
    let plain = try #require(Log(style: .terminal(colour: false)).line(event))
    #expect(plain.wholeMatch(of: /\d\d:\d\d:\d\d error: the settings .*/) != nil)
    let colour = try #require(Log(style: .terminal(colour: true)).line(event))
    #expect(colour.contains("\u{1B}[31merror:\u{1B}[0m the settings"))
    #expect(Log(style: .terminal(colour: true)).line(.resumed)?.contains("\u{1B}") == false)
  }

  @Test("tell details where these are asked for")
  func verbose() throws {
    let detail = Event.decoded(try #require(AvatarID("sales/jane")), by: .region)
    #expect(Log(style: .journal).line(detail) == nil)
    #expect(
      Log(style: .journal, verbose: true).line(detail) == "<7>sales/jane: decoded by RegionJPEG")
    let french = Language.all.first { $0.code == "fr" }
    #expect(
      Log(style: .journal, language: french, verbose: true).line(detail)
        == "<7>sales/jane\u{A0}: décodé par RegionJPEG")
  }

  @Test("are none where nobody wants them")
  func silent() { #expect(Log(style: .silent).line(event) == nil) }
}
