import Files
import Glibc
import Model
import Scratch
import Testing
import Watching

@testable import Daemon

/// What comes in between must not be the end of anything.
@Suite("Trouble", .timeLimit(.minutes(10)))
struct TroubleTests {
  private func bench(_ photos: [String: String]) async throws -> Bench {
    let bench = try Bench(Scratch([]))
    for (name, text) in photos { try bench.scratch.write(name, text) }
    try await bench.scheduler.start()
    return bench
  }

  @Test("a photo that settled while a folder was gone is taken when the folder is back")
  func settledMeanwhile() async throws {
    let bench = try await bench([:])
    await bench.scheduler.note([.gone(path("originals"))])
    try bench.scratch.write("inbox/jane.jpg", "photo")
    try bench.scratch.write("inbox/zoe.jpg", "photo of zoe")
    await bench.change("inbox/jane.jpg", "inbox/zoe.jpg")
    #expect(await bench.next() == nil)
    await bench.compare(.everything)
    try await bench.work()
    #expect(bench.scratch.files("originals") == ["jane.jpg", "zoe.jpg"])
    #expect(await bench.scheduler.undecided.isEmpty)
  }

  @Test("a job that settled while its id could not be finished is applied afterwards")
  func settledWhileBegun() async throws {
    let bench = try await bench(["inbox/jane.jpg": "photo"])
    let assignment = try #require(await bench.next())
    try bench.scratch.write("inbox/jane.job.json", #"{ "scale": 2 }"#)
    await bench.change("inbox/jane.job.json")
    await bench.scheduler.finished(assignment, .changed)
    try await bench.work()
    #expect(bench.scratch.files("inbox") == [])
    let manifest = try #require(bench.scratch.text("avatars/jane.json"))
    #expect(manifest.contains(#""scale": 2"#))
  }

  @Test("of all lanes at once is one trouble, and the pause grows only when it was in vain")
  func onePause() async throws {
    let bench = try await bench([:])
    let failure = FileFailure(doing: .write, path: "inbox/x", number: ENOSPC)
    #expect(await bench.scheduler.secondsPaused(afterMeeting: 8, failure) == 1)
  }

  @Test("after publishing leaves no intent that the next start would carry out once more")
  func noStaleIntent() async throws {
    let bench = try await bench(["inbox/sales/jane.jpg": "photo"])
    let assignment = try #require(await bench.next())
    let outcome = try bench.render(assignment)
    try bench.scratch.link("failed/sales", to: "elsewhere")
    await bench.scheduler.finished(assignment, outcome)
    #expect(bench.scratch.files(".tondo/staging") == [])
    #expect(try bench.status.ready == 1)
    #expect(await !bench.scheduler.isPaused)
  }

  @Test("a pause that cannot be ended grows, and is not tried again at once")
  func endlessPause() async throws {
    let bench = try await bench([:])
    try bench.scratch.move(".tondo/staging", "elsewhere")
    try bench.scratch.link(".tondo/staging", to: "../elsewhere")
    await bench.scheduler.trouble(FileFailure(doing: .write, path: "inbox/x", number: ENOSPC))
    while await bench.scheduler.pause?.seconds == 1 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(await bench.scheduler.pause?.seconds ?? 0 > 1)
  }

  @Test("a file that lost its name to a folder comes back", arguments: ["jane.json", "jane-32.png"])
  func nameOfFolder(_ name: String) async throws {
    let bench = try await bench(["inbox/jane.jpg": "photo"])
    try await bench.work()
    try bench.scratch.move("avatars/\(name)", "elsewhere")
    try bench.scratch.makeFolder("avatars/\(name)")
    await bench.compare(.folder(path("avatars/\(name)")))
    try await bench.work()
    #expect(try bench.status.failed == 1)
    try bench.scratch.move("avatars/\(name)", "folder")
    await bench.compare(.folder(path("avatars/\(name)")))
    try await bench.work()
    #expect(bench.scratch.files("avatars") == ["jane-32.png", "jane.json"])
    #expect(try bench.status.ready == 1)
  }

  @Test("a link in an avatar's place gives way to it")
  func nameOfLink() async throws {
    let bench = try await bench(["inbox/jane.jpg": "photo"])
    try await bench.work()
    try bench.scratch.move("avatars/jane-32.png", "elsewhere")
    try bench.scratch.link("avatars/jane-32.png", to: "../elsewhere")
    await bench.change("avatars/jane-32.png")
    try await bench.work()
    #expect(try bench.scratch.root.signature(path("avatars/jane-32.png")) != nil)
    #expect(bench.scratch.text("elsewhere") == "photo at 32")
  }

  @Test("nothing is put into a folder that covers another", arguments: ["avatars", "originals"])
  func covered(_ area: String) async throws {
    let bench = try await bench(["inbox/jane.jpg": "photo"])
    try bench.scratch.move(area, "elsewhere")
    try bench.scratch.makeFolder("\(area)/other")
    #expect(await bench.next() == nil)
    #expect(await bench.scheduler.isPaused)
    #expect(bench.scratch.files("inbox") == ["jane.jpg"])
    try bench.scratch.move(area, "cover")
    try bench.scratch.move("elsewhere", area)
    while await bench.scheduler.isPaused { try await Task.sleep(for: .milliseconds(20)) }
    try await bench.work()
    #expect(try bench.status.ready == 1)
  }

  @Test("what a folder took with it when it was moved away is missed", arguments: ["avatars", "originals"])
  func movedAway(_ area: String) async throws {
    let bench = try await bench(["inbox/sales/jane.jpg": "photo", "inbox/salesman.jpg": "photo of him"])
    try await bench.work()
    try bench.scratch.move("\(area)/sales", "elsewhere")
    await bench.compare(.folder(path("\(area)/sales")))
    try await bench.work()
    #expect(
      bench.scratch.files("avatars/sales")
        == ["jane-32.png", area == "avatars" ? nil : "jane.error.txt", "jane.json"].compactMap(\.self))
    #expect(try bench.status.failed == (area == "avatars" ? 0 : 1))
  }

  @Test(
    "an original that settles before its publication is noted down is not tried for ever",
    arguments: [true, false])
  func slowPublication(_ isSame: Bool) async throws {
    let bench = try await bench(["inbox/jane.jpg": "photo"])
    let assignment = try #require(await bench.next())
    // What the watcher tells when the original is moved, and the manifest is still to be written.
    try bench.scratch.write("originals/jane.jpg", isSame ? "photo" : "another")
    await bench.change("originals/jane.jpg")
    try bench.scratch.remove("originals/jane.jpg")
    await bench.scheduler.finished(assignment, try bench.render(assignment))
    for _ in 0..<3 {
      guard let more = await bench.next() else { break }
      await bench.scheduler.finished(more, try bench.render(more))
    }
    #expect(await bench.next() == nil)
    #expect(await bench.scheduler.memory == 0)
    #expect(try bench.status.ready == 1)
  }

  @Test("jobs that left with their folder are forgotten")
  func movedInbox() async throws {
    let bench = try await bench(["inbox/sales/jane.job.json": #"{ "scale": 2 }"#])
    try bench.scratch.move("inbox/sales", "elsewhere")
    await bench.compare(.folder(path("inbox/sales")))
    #expect(await bench.scheduler.memory == 0)
  }

  @Test("with one locked folder holds up nobody else, and is over when the folder is unlocked")
  func lockedFolder() async {
    await #expect(processExitsWith: .success) {
      // Everything is allowed to root.
      if geteuid() == 0 { try check(seteuid(65_534), "seteuid") }
      let scratch = try Scratch([])
      let bench = try Bench(scratch)
      for name in ["inbox/sales/jane.jpg", "inbox/zoe.jpg"] { try scratch.write(name, "photo") }
      try scratch.write("avatars/sales/note.txt")
      try await bench.scheduler.start()
      for mode: UInt32 in [0o555, 0o000] {
        try scratch.setMode("avatars/sales", mode)
        try await bench.work()
        try scratch.write("inbox/\(mode).jpg", "photo \(mode)")
        await bench.change("inbox/\(mode).jpg")
        try await bench.work()
        try #require(await !bench.scheduler.isPaused)
        try #require(scratch.files("originals").contains("\(mode).jpg"))
        try #require(!scratch.files("originals").contains("sales/jane.jpg"))
      }
      try scratch.setMode("avatars/sales", 0o755)
      let why = try #require(scratch.text("failed/sales/jane.jpg.error.txt"))
      try #require(why.contains("cannot work with avatars/sales"))
      _ = try await bench.scheduler.answer(.retryAll)
      await bench.change("inbox/sales/jane.jpg")
      try await bench.work()
      try #require(scratch.files("originals").contains("sales/jane.jpg"))
    }
  }
}

extension Scheduler {
  /// At once: not even on a busy machine is the first pause over before the last failure comes, or before it is looked at.
  fileprivate func secondsPaused(afterMeeting count: Int, _ failure: FileFailure) -> Int? {
    for _ in 0..<count { trouble(failure) }
    return pause?.seconds
  }
}
