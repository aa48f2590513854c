import Files
import Glibc
import Ledger
import Model
import Scratch
import Testing
import Watching

@testable import Daemon

@Suite("Status")
struct StatusTests {
  private func bench() async throws -> Bench {
    let bench = try Bench(Scratch([]))
    for name in ["inbox/jane.jpg", "inbox/bob.jpg", "failed/zoe.jpg", "inbox/.hidden"] {
      try bench.scratch.write(name)
    }
    try bench.scratch.write("inbox/amy.job.json", "{}")
    try bench.scratch.write("failed/zoe.jpg.error.txt", "it is broken.\nGive another one.\n")
    return bench
  }

  @Test("counts ids, and files that are for none yet")
  func counts() async throws {
    let bench = try await bench()
    try await bench.scheduler.start()
    let before = try bench.status
    #expect(
      [before.ready, before.waiting, before.queued, before.processing, before.failed] == [0, 1, 2, 0, 1])
    try await bench.work()
    let after = try bench.status
    #expect([after.ready, after.waiting, after.queued, after.processing, after.failed] == [2, 1, 0, 0, 1])
    #expect(!after.isRunning)
  }

  @Test("lists what was asked for, with its reason; else nothing")
  func rows() async throws {
    let bench = try await bench()
    try await bench.scheduler.start()
    try await bench.work()
    let path = bench.scratch.root.path
    #expect(try StatusReport(path, ids: [], listFailed: false).rows.isEmpty)
    let report = try StatusReport(path, ids: ["jane", "amy", "zoe"], listFailed: false)
    #expect(report.rows.map(\.state) == ["ready", "waiting", "failed"])
    #expect(report.rows.map(\.file) == ["originals/jane.jpg", "inbox/amy.job.json", "failed/zoe.jpg"])
    #expect(report.rows[1].error?.english == "there is no original for amy yet")
    #expect(report.rows[2].error?.english == "it is broken")
    #expect(try StatusReport(path, ids: [], listFailed: true).rows.map(\.id) == ["zoe"])
    let unknown = try StatusReport(path, ids: ["none", "jane"], listFailed: false)
    #expect(unknown.unknown == ["none"])
    #expect(unknown.rows.map(\.id) == ["jane"])
  }

  @Test("shows people no control characters of a name")
  func escapedNames() async throws {
    let bench = try await bench()
    try bench.scratch.write("failed/a\u{1B}[2J.jpg")
    let report = try StatusReport(bench.scratch.root.path, ids: [], listFailed: true)
    #expect(report.lines(in: .english).contains { $0.hasPrefix(#"a\u{1B}[2J  failed"#) })
    #expect(!report.lines(in: .english).contains { $0.contains("\u{1B}") })
  }

  @Test("tells of which ids nothing is known, and refuses text that is no id", arguments: ["../x", ""])
  func unknown(_ text: String) async throws {
    let bench = try await bench()
    let path = bench.scratch.root.path
    #expect {
      try StatusReport(path, ids: [text], listFailed: false)
    } throws: { ($0 as? CommandProblem)?.exitCode == 64 }
  }

  @Test("is told of a root that no daemon has seen yet")
  func fresh() throws {
    let scratch = try Scratch(["inbox"])
    try scratch.write("inbox/jane.jpg")
    let report = try StatusReport(scratch.root.path, ids: [], listFailed: true)
    #expect([report.ready, report.waiting, report.failed] == [0, 1, 0])
    #expect(!report.isRunning)
  }

  @Test("is JSON in the form of the contract")
  func json() async throws {
    let bench = try await bench()
    let report = try StatusReport(bench.scratch.root.path, ids: [], listFailed: true)
    guard case .object(let members) = report.json.content,
      case .array(let rows) = members.last?.value.content,
      case .object(let row) = rows.first?.content
    else {
      Issue.record("no objects")
      return
    }
    #expect(
      members.map(\.key) == [
        "ready", "waiting", "queued", "processing", "failed", "depth", "oldestSeconds", "paused", "daemon",
        "avatars",
      ])
    #expect(row.map(\.key) == ["id", "file", "state", "attempts", "error"])
  }
}

@Suite("What status tells of the daemon")
struct VitalsTests {
  private func bench() async throws -> Bench {
    let bench = try Bench(Scratch([]))
    try bench.scratch.write("inbox/jane.jpg", "photo")
    try await bench.scheduler.start()
    return bench
  }

  @Test("counts comparisons and workers that died")
  func counts() async throws {
    let bench = try await bench()
    #expect(try bench.status.vitals.comparisons == 1)
    await bench.compare(.everything)
    #expect(try bench.status.vitals.comparisons == 2)
    let assignment = try #require(await bench.next())
    await bench.scheduler.workerDied(assignment, .verbatim("signal 9"), attempt: 1)
    #expect(try bench.status.vitals.workerRestarts == 1)
  }

  @Test("tells what stopped the work last, and when")
  func lastError() async throws {
    let bench = try await bench()
    #expect(try bench.status.vitals.lastError == nil)
    await bench.scheduler.trouble(FileFailure(doing: .write, path: "avatars/jane.json", number: ENOSPC))
    let failure = try #require(try bench.status.vitals.lastError)
    #expect(failure.text.english.contains("avatars/jane.json"))
    #expect(failure.at.hasSuffix("Z"))
  }

  @Test("names the folders that cannot be watched, with the remedy, and those that are gone")
  func watching() async throws {
    let bench = try await bench()
    var watching = WatchStatus()
    watching.overflows = 3
    watching.degraded = [DegradedFolder(path: path("inbox/deep"), reason: .watches(allowed: 8))]
    watching.missing = [path("originals")]
    await bench.scheduler.note([], watching)
    let vitals = try bench.status.vitals
    #expect(vitals.overflows == 3)
    #expect(vitals.degraded.map(\.folder) == ["inbox/deep"])
    #expect(vitals.degraded.first?.remedy?.english.contains("fs.inotify.max_user_watches=") == true)
    #expect(vitals.missing == ["originals"])
    await bench.scheduler.note([], WatchStatus())
    #expect(try bench.status.vitals.degraded == [])
  }

  @Test("leaves out what is only true of a daemon that runs, once there is none")
  func ended() {
    var vitals = Vitals()
    vitals.missing = ["originals"]
    vitals.comparisons = 7
    let ended = vitals.json(isRunning: false).line
    #expect(ended.hasPrefix(#"{ "running": false, "since": null, "comparisons": 7, "#))
    #expect(!ended.contains("originals"))
    #expect(vitals.json(isRunning: true).line.contains(#""missing": ["originals"]"#))
  }

  @Test("tells how much there is to do, and how long the first of it has waited")
  func depth() async throws {
    let bench = try await bench()
    let before = try bench.status
    #expect(before.depth == 1)
    #expect((0..<3600).contains(try #require(before.oldest)))
    try await bench.work()
    #expect(try bench.status.depth == 0)
    #expect(try bench.status.oldest == nil)
  }
}

@Suite("tondo check")
struct CheckupTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch([]) }

  @Test(
    "tells documents apart, and what is wrong with them",
    arguments: [
      ("jane.job.json", #"{ "scale": 2 }"#, true, "(job)"),
      ("jane.job.json", #"{ "scal": 2 }"#, false, "scale"),
      ("tondo.json", #"{ "workers": 2 }"#, true, "(settings)"), ("tondo.json", #"{ "id": 2 }"#, false, "id"),
      ("mine.json", #"{ "workers": 2 }"#, true, "(settings)"),
      ("mine.json", #"{ "workers": -2 }"#, false, "workers"),
      ("jane.json", #"{ "attributes": { "scale": 2 } }"#, true, "(manifest)"),
      ("jane.json", #"{ "attributes": { "scale": 2000 } }"#, false, "100"), ("jane.json", "{", false, ":1:"),
    ])
  func document(_ name: String, _ text: String, _ isGood: Bool, _ part: String) throws {
    try scratch.write(name, text)
    let finding = Checkup.document(Array(scratch.absolute(name).utf8))
    #expect(finding.isGood == isGood)
    #expect(finding.text.english.contains(part), "\(finding.text)")
    #expect((finding.exitCode == 0) == isGood)
  }

  @Test("has exit codes that tell settings from data and from files that are missing")
  func codes() throws {
    try scratch.write("tondo.json", "{")
    try scratch.write("jane.json", "{")
    let code = { (name: String) in Checkup.document(Array(self.scratch.absolute(name).utf8)).exitCode }
    #expect(code("tondo.json") == 78)
    #expect(code("jane.json") == 65)
    #expect(code("none.json") == 66)
    #expect(code("") == 66)
  }

  @Test("tells of an installation, and writes nothing into the root")
  func installation() throws {
    try scratch.makeFolder("inbox")
    let findings = Checkup.installation(root: scratch.root.path, config: nil)
    #expect(findings.contains { $0.text.english.hasPrefix("inotify: max_user_watches ") })
    #expect(findings.contains { $0.text.english.hasPrefix("settings: good") })
    #expect(findings.contains { $0.text.english.hasSuffix(": new") })
    #expect(scratch.files() == [] && !scratch.isFolder("avatars"))
    let missing = Checkup.installation(root: Array(scratch.absolute("none").utf8), config: nil)
    #expect(missing.contains { !$0.isGood && $0.exitCode == 66 })
  }
}
