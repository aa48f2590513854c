import Foundation
import Testing

/// Jobs: before, with, and long after their originals.
@Suite struct JobTests {
  @Test func `a job may come before its photo`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.job.json", #"{"scale":1.6,"position":{"x":-0.12,"y":0.05}}"#)
      try await scene.logged("inbox/jane.job.json: waiting")
      #expect(try await scene.tondo("status", "jane").said.contains("waiting"))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let account = try await scene.made("jane")
      #expect(account.attributes == .init(scale: 1.6, position: .init(x: -0.12, y: 0.05)))
      // D = 75, centre 60 + 9, 80 - 3.75.
      #expect(account.crop == .init(x: 32, y: 39, size: 75))
      #expect(scene.root.files("inbox") == [])
    }
  }

  @Test(arguments: [true, false])
  func `a job of another name that lies beside its photo is applied at once, whichever name comes first`(
    _ isRunning: Bool
  ) async throws {
    try await scene(settings: Scene.settings(settle: 0.05), daemon: isRunning) { scene in
      let names = (0..<20).map { "jane-\($0)" }
      for name in names {
        try scene.root.write("away/z-\(name).job.json", #"{"original":"\#(name).jpg","scale":2}"#)
        try scene.root.write("away/\(name).jpg", Picture.jpeg())
      }
      // A job waits for its writer, and what this process writes may be open in programs that other tests start just then.
      let copying = ["-rT", scene.root.absolute("away"), scene.root.absolute("whole")].map { Array($0.utf8) }
      #expect(try await Spawned("/bin/cp", copying, scratch: scene.root.scratch).ended() == 0)
      try scene.root.makeFolder("inbox")
      for name in names.flatMap({ ["z-\($0).job.json", "\($0).jpg"] }) {
        try scene.root.move("whole/\(name)", "inbox/\(name)")
      }
      if !isRunning { try await scene.start() }
      for name in names { #expect(try await scene.made(name).attributes.scale == 2) }
      try await scene.idle()
      for name in names { #expect(scene.count(" \(name): made in ") == 1) }
    }
  }

  @Test func `a job long after its photo processes the kept original again`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let before = try await scene.made("jane")
      try scene.root.drop("jane.job.json", #"{"scale":2}"#)
      let after = try await scene.made("jane", times: 2)
      #expect(after.crop.size == 60)
      #expect(after.original == before.original)
      #expect(after.made != before.made)
      try await scene.until("the job is gone") { scene.root.files("inbox") == [] }
      #expect(scene.root.files("replaced") == [])
    }
  }

  @Test func `a job that asks for what is there already is done at once`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let before = try await scene.made("jane")
      try scene.root.drop("jane.job.json", #"{"scale":1,"position":{"x":0,"y":0}}"#)
      try await scene.until("the job is gone") { scene.root.files("inbox") == [] }
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `a job in a subfolder may name its original`() async throws {
    try await scene { scene in
      try scene.root.drop("sales/anything.job.json", #"{"original":"team/jane.jpeg","scale":2}"#)
      try scene.root.drop("sales/team/jane.jpg", Picture.jpeg())
      try await scene.until("the photo is placed by the job") {
        scene.root.account("sales/team/jane")?.attributes.scale == 2 && scene.root.files("inbox") == []
      }
      try await scene.idle()
      #expect(scene.root.faults("sales/team/jane") == [])
      #expect(scene.root.ids == ["sales/team/jane"])
    }
  }

  @Test func `a job replaces all attributes`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.job.json", #"{"scale":2,"rotation":90}"#)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let first = try await scene.made("jane")
      #expect((first.original.width, first.original.height) == (160, 120))
      try scene.root.drop("jane.job.json", #"{"position":{"x":0.1,"y":0.1}}"#)
      let second = try await scene.made("jane", times: 2)
      #expect(second.attributes.rotation == nil)
      #expect((second.original.width, second.original.height) == (120, 160))
    }
  }

  @Test func `a job with a viewport keeps the numbers of the app`() async throws {
    try await scene { scene in
      try scene.root.drop(
        "jane.job.json", #"{"scale":1,"xWidth":0,"yHeight":0,"viewport":{"width":390,"height":844}}"#)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let account = try await scene.made("jane")
      #expect(account.attributes.viewport?.width == 390)
      // The first checked value of the README, at a 25.2th of the size.
      #expect(account.crop == .init(x: 5, y: 25, size: 111))
    }
  }

  @Test func `of several jobs the last to arrive holds`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.drop("one.job.json", #"{"original":"jane.jpg","scale":2}"#)
      try await Task.sleep(for: .milliseconds(20))
      try scene.root.drop("jane.job.json", #"{"scale":3}"#)
      try await Task.sleep(for: .milliseconds(20))
      try scene.root.drop("another.job.json", #"{"original":"jane","scale":4}"#)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.start()
      let account = try await scene.made("jane")
      #expect(account.attributes.scale == 4)
      try await scene.until("the jobs are gone") { scene.root.files("inbox") == [] }
    }
  }

  @Test func `an edit that comes after a job wins over it`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.stop()
      try scene.root.drop("jane.job.json", #"{"scale":3}"#)
      try await Task.sleep(for: .milliseconds(20))
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 2"#)
      try await scene.start()
      let account = try await scene.made("jane", times: 2)
      #expect(account.attributes.scale == 2)
      try await scene.until("the job is gone") { scene.root.files("inbox") == [] }
      try await scene.settled()
      #expect(scene.root.account("jane")?.attributes.scale == 2)
    }
  }

  @Test func `a remove job leaves no trace`() async throws {
    try await scene { scene in
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try await scene.made("sales/jane")
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try await scene.made("sales/jane", times: 2)
      try scene.root.drop("sales/jane.jpg", "no photo")
      try await scene.failed("sales/jane.jpg")
      try scene.root.drop("sales/jane.job.json", #"{"remove":true}"#)
      try await scene.logged("sales/jane: removed")
      for folder in ["inbox", "originals", "avatars", "replaced", "failed"] {
        #expect(scene.root.files(folder) == [], "\(folder)")
      }
      #expect(scene.root.names("avatars") == [])
      #expect(
        try await scene.tondo("status").said.hasPrefix("0 ready, 0 waiting, 0 queued, 0 processing, 0 failed")
      )
    }
  }

  @Test func `a photo that comes after a remove job is new`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.drop("jane.job.json", #"{"remove":true}"#)
      try await scene.logged("jane: removed")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane", times: 2)
    }
  }

  @Test(arguments: [
    (#"{"scal":2}"#, "1:2", "scale"), ("{\n  \"scale\": 2,\n  \"position\" 3 }", "3:14", "expected"),
    (#"{"scale":0}"#, "1:10", "0.1"), (#"{"scale":1e999}"#, "1:10", "not finite"),
    (#"{"position":{"x":0,"y":0},"offset":{"x":0,"y":0}}"#, "1:", "offset"),
    (#"{"original":"../jane.jpg"}"#, "1:13", "outside"), (#"{"original":"/etc/passwd"}"#, "1:13", "outside"),
    (#"{"xWidth":3}"#, "1:2", "viewport"), ("", "1:1", "empty"),
  ])
  func `a bad job goes to failed with the place`(_ text: String, _ place: String, _ hint: String) async throws
  {
    try await scene { scene in
      try scene.root.drop("jane.job.json", text)
      let reason = try await scene.failed("jane.job.json")
      #expect(reason.contains("jane.job.json:\(place)"))
      #expect(reason.contains(hint))
      #expect(scene.root.text("failed/jane.job.json") == text)
    }
  }

  @Test func `a mended job clears the failed one`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.job.json", #"{"scal":2}"#)
      try await scene.failed("jane.job.json")
      try scene.root.drop("jane.job.json", #"{"scale":2}"#)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await scene.until("nothing is left in failed/") { scene.root.files("failed") == [] }
    }
  }

  @Test func `JSON that does not say that it is a job goes to failed`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.json", #"{"scale":2}"#)
      #expect(try await scene.failed("jane.json").contains(".job.json"))
    }
  }
}
