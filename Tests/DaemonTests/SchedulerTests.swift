import Files
import Glibc
import Ledger
import Model
import Reconciling
import Scratch
import Testing
import Watching

@testable import Daemon
@testable import Publishing

@Suite("The scheduler", .timeLimit(.minutes(10)))
struct SchedulerTests {
  private func bench(_ photos: [String: String] = ["inbox/jane.jpg": "photo"]) async throws -> Bench {
    let bench = try Bench(Scratch([]))
    for (name, text) in photos { try bench.scratch.write(name, text) }
    try await bench.scheduler.start()
    return bench
  }

  @Test("finds at the start what lies there, and has then nothing left to do")
  func start() async throws {
    let bench = try await bench()
    try await bench.work()
    #expect(bench.files == ["avatars/jane-32.png", "avatars/jane.json", "originals/jane.jpg"])
    #expect(try bench.status.ready == 1)
    #expect(await bench.scheduler.memory == 0)
    await bench.change("avatars/jane.json", "avatars/jane-32.png", "originals/jane.jpg")
    #expect(await bench.next() == nil)
  }

  @Test("keeps no memory of files that come, change and go")
  func memory() async throws {
    let bench = try await bench([:])
    for turn in 0..<50 {
      let name = "inbox/\(turn).jpg"
      try bench.scratch.write(name, "")
      await bench.change(name)
      try bench.scratch.write(name, "more")
      await bench.change(name)
      try bench.scratch.remove(name)
      await bench.change(name)
    }
    #expect(await bench.scheduler.memory == 0)
  }

  @Test("does not forget a photo that came under the name of one that was just published")
  func sameName() async throws {
    let bench = try await bench()
    let assignment = try #require(await bench.next())
    let outcome = try bench.render(assignment)
    try bench.scratch.write("inbox/jane.jpg", "the next photo")
    await bench.change("inbox/jane.jpg")
    await bench.scheduler.finished(assignment, outcome)
    try await bench.work()
    #expect(bench.scratch.text("originals/jane.jpg") == "the next photo")
    #expect(bench.scratch.files("inbox") == [])
  }

  @Test("sets aside the photo that failed, and not another that took its place meanwhile")
  func replacedWhileRefused() async throws {
    let bench = try await bench(["inbox/jane.jpg": "broken"])
    let assignment = try #require(await bench.next())
    try bench.scratch.write("inbox/jane.jpg", "a good photo")
    await bench.scheduler.finished(assignment, .refused(.empty, attempts: 1))
    await bench.scheduler.tick()
    try await bench.work()
    #expect(bench.scratch.text("originals/jane.jpg") == "a good photo")
    #expect(bench.scratch.files("failed") == [])
  }

  @Test(
    "gives up the one photo whose names are taken, and goes on with the others",
    arguments: ["avatars/jane.json/x", "avatars/jane-32.png/x", "originals/jane.jpg/x"])
  func taken(_ name: String) async throws {
    let bench = try await bench([
      "inbox/jane.jpg": "photo", "inbox/zoe.jpg": "photo of zoe", name: "in the way",
    ])
    try await bench.work()
    #expect(await !bench.scheduler.isPaused)
    #expect(bench.scratch.text("originals/zoe.jpg") == "photo of zoe")
    #expect(bench.scratch.text(name) == "in the way")
    #expect(try bench.status.failed == 1)
  }

  @Test("gives up a photo whose path would be too long beside the avatars, and goes on with the others")
  func longPath() async throws {
    let bench = try await bench(["inbox/zoe.jpg": "photo"])
    // Made a folder at a time, as the whole path is too long for one call.
    var folder = path("inbox")
    while folder.bytes.count < 3_840 {
      folder = folder.appending(String(repeating: "x", count: 200).utf8)
      try bench.scratch.root.makeFolders(folder, mode: 0o755)
    }
    let name = String(repeating: "y", count: 4_094 - folder.bytes.count - 5) + ".jpg"
    let photo = folder.appending(name.utf8)
    try bench.scratch.root.create(photo, [1], mode: 0o644)
    await bench.scheduler.note([.file(photo)])
    try await bench.work()
    #expect(await !bench.scheduler.isPaused)
    #expect(bench.scratch.files("originals") == ["zoe.jpg"])
    #expect(try bench.status.failed == 1)
    try bench.scratch.root.removeTree(path("inbox"))
  }

  @Test("is not paused by a link that takes a folder's place")
  func linkedFolder() async throws {
    let bench = try await bench(["inbox/sales/jane.jpg": "photo"])
    try bench.scratch.move("inbox/sales", "elsewhere")
    try bench.scratch.link("inbox/sales", to: "../elsewhere")
    await bench.change("inbox/sales/jane.jpg", "inbox/sales")
    #expect(await !bench.scheduler.isPaused)
    #expect(await bench.next() == nil)
    #expect(bench.scratch.files("inbox") == [])
    #expect(bench.scratch.text("elsewhere/jane.jpg") == "photo")
  }

  @Test("tries damage that cannot be mended once, and not for ever")
  func damage() async throws {
    let bench = try await bench()
    try await bench.work()
    try bench.scratch.remove("avatars/jane-32.png")
    await bench.change("avatars/jane-32.png")
    let assignment = try #require(await bench.next())
    await bench.scheduler.finished(assignment, .refused(.empty, attempts: 1))
    #expect(await bench.next() == nil)
    #expect(try bench.status.failed == 1)
  }

  @Test(
    "waits for an original that was changed in place and looks incomplete, and does not try it at once again")
  func incompleteInPlace() async throws {
    let bench = try await bench()
    try await bench.work()
    try bench.scratch.write("originals/jane.jpg", "half a pho")
    await bench.change("originals/jane.jpg")
    let assignment = try #require(await bench.next())
    await bench.scheduler.finished(assignment, .refused(.truncated(.verbatim("half")), attempts: 1))
    #expect(await bench.next() == nil)
  }

  @Test("remembers files that were only touched as they are now, so that they are read once")
  func touched() async throws {
    let bench = try await bench()
    try await bench.work()
    for name in ["avatars/jane-32.png", "avatars/jane.json"] {
      try bench.scratch.write("copy", try #require(bench.scratch.text(name)))
      try bench.scratch.move("copy", name)
      await bench.change(name)
    }
    #expect(await bench.next() == nil)
    let record = try #require(try await bench.scheduler.record(id("jane")))
    #expect(record.avatarSignatures == [try bench.scratch.root.signature(path("avatars/jane-32.png"))])
    #expect(record.manifestSignature == (try bench.scratch.root.signature(path("avatars/jane.json"))))
  }

  @Test("finishes at the start what a crash interrupted, whatever stands in its way by then")
  func finishes() async throws {
    let bench = try await bench()
    let assignment = try #require(await bench.next())
    let publisher = Publisher(root: bench.scratch.root)
    let publication = try publisher.prepare(bench.order(assignment, "photo"), in: assignment.staging)
    try publisher.commit(publication, in: assignment.staging)
    try bench.scratch.makeFolder("avatars/jane-32.png/x")
    let after = try Bench(bench.scratch)
    try await after.scheduler.start()
    #expect(bench.scratch.files(".tondo/staging") == [])
    #expect(bench.scratch.text("originals/jane.jpg") ?? bench.scratch.text("inbox/jane.jpg") == "photo")
    try bench.scratch.remove("avatars/jane-32.png")
    await after.change("avatars/jane-32.png")
    #expect(await !after.scheduler.isPaused)
  }

  @Test("answers that a name is taken, and goes on")
  func renameTaken() async throws {
    let bench = try await bench()
    try await bench.work()
    try bench.scratch.write("originals/jo.jpg", "another")
    let answer = try await bench.scheduler.answer(.rename(from: "jane", to: "jo"))
    #expect(answer.exitCode == 73)
    let done = try await bench.scheduler.answer(.rename(from: "jane", to: "sales/jo"))
    #expect(done.exitCode == 0, "\(done.text)")
    #expect(bench.scratch.files("avatars") == ["sales/jo-32.png", "sales/jo.json"])
    #expect(bench.scratch.files(".tondo/staging") == [])
    #expect(await bench.next() == nil)
  }

  @Test("a job that went with its id is not done again, though its end is noticed late")
  func renameWithJob() async throws {
    let bench = try await bench(["inbox/ana.job.json": #"{"placeholder":{"symbol":"star"}}"#])
    try await bench.work()
    #expect(bench.scratch.files("inbox") == ["ana.job.json"])
    #expect(try await bench.scheduler.answer(.rename(from: "ana", to: "bo")).exitCode == 0)
    await bench.change("avatars/ana-32.png", "avatars/ana.json")
    try await bench.work()
    #expect(bench.scratch.files("avatars") == ["bo-32.png", "bo.json"])
    #expect(bench.scratch.files("inbox") == [])
  }

  @Test("removes a job last, and all of its id")
  func remove() async throws {
    let bench = try await bench()
    try await bench.work()
    try bench.scratch.write("inbox/jane.job.json", #"{ "remove": true }"#)
    await bench.change("inbox/jane.job.json")
    #expect(bench.files == [])
  }

  @Test("leaves what lies in a folder that it may not write to, says so, and goes on with the others")
  func readOnlyFolder() async {
    await #expect(processExitsWith: .success) {
      // Everything is allowed to root.
      if geteuid() == 0 { try check(seteuid(65_534), "seteuid") }
      let scratch = try Scratch([])
      let bench = try Bench(scratch)
      for name in ["inbox/sales/jane.jpg", "inbox/sales/x.json", "inbox/zoe.jpg"] {
        try scratch.write(name, "photo")
      }
      try scratch.setMode("inbox/sales", 0o555)
      try await bench.scheduler.start()
      try await bench.work()
      let status = try StatusReport(scratch.root.path, ids: ["sales/jane"], listFailed: false)
      try scratch.setMode("inbox/sales", 0o755)
      try #require(scratch.files("inbox") == ["sales/jane.jpg", "sales/x.json"])
      try #require(scratch.files("originals") == ["zoe.jpg"])
      try #require(await !bench.scheduler.isPaused)
      try #require(status.rows.first?.error?.english.contains("does not let tondo take it") == true)
      await bench.scheduler.note([.file(path("inbox/sales/jane.jpg"))])
      try await bench.work()
      try #require(scratch.files("originals") == ["sales/jane.jpg", "zoe.jpg"])
    }
  }
}

extension Scheduler {
  func record(_ id: AvatarID) throws -> Record? { try ledger.entry(id)?.record }
}
