import Digest
import Foundation
import Testing

/// Photos that are dropped, and what comes of it.
@Suite struct DropTests {
  @Test func `a dropped photo becomes avatars, and is kept as it was`() async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.drop("sales/jane.jpg", photo)
      let account = try await scene.made("sales/jane")
      #expect(account.original.file == "originals/sales/jane.jpg")
      #expect(account.original.format == "jpeg")
      #expect((account.original.width, account.original.height) == (120, 160))
      #expect(account.crop == .init(x: 0, y: 20, size: 120))
      #expect(account.avatars.map(\.file) == ["jane-32.jpg", "jane-16.png"])
      #expect(account.attributes == .init(scale: 1, position: .init(x: 0, y: 0)))
      #expect(scene.root.read("originals/sales/jane.jpg") == photo)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.has("inbox/sales"))
      #expect(scene.root.files("avatars") == ["sales/jane-16.png", "sales/jane-32.jpg", "sales/jane.json"])
    }
  }

  @Test func `a manifest holds no absolute path`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      #expect(scene.root.text("avatars/jane.json")?.contains(scene.root.path) == false)
    }
  }

  @Test func `the same bytes again make no work and reset no placement`() async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.drop("jane.job.json", #"{"scale":2}"#)
      try scene.root.drop("jane.jpg", photo)
      let before = try await scene.made("jane")
      try scene.root.drop("jane.jpg", photo)
      try await scene.logged("inbox/jane.jpg: the same bytes")
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.files("replaced") == [])
      #expect(scene.count("jane: made in") == 1)
    }
  }

  @Test func `another photo of the same name replaces the first, and starts at the default placement`()
    async throws
  {
    try await scene { scene in
      let (first, second) = (try Picture.jpeg(), try Picture.jpeg())
      try scene.root.drop("jane.job.json", #"{"scale":2}"#)
      try scene.root.drop("jane.jpg", first)
      try await scene.made("jane")
      try scene.root.drop("jane.jpg", second)
      let account = try await scene.made("jane", times: 2)
      #expect(account.attributes.scale == 1)
      #expect(scene.root.read("originals/jane.jpg") == second)
      let kept = try #require(scene.root.files("replaced").first)
      #expect(kept.wholeMatch(of: /jane\.\d{8}T\d{6}Z\.jpg/) != nil)
      #expect(scene.root.read("replaced/\(kept)") == first)
    }
  }

  @Test func `a replacement of another kind takes the extension with it`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.drop("jane.png", Picture.fresh())
      let account = try await scene.made("jane", times: 2)
      #expect(account.original.file == "originals/jane.png")
      #expect(scene.root.files("originals") == ["jane.png"])
      #expect(scene.root.files("replaced").count == 1)
    }
  }

  @Test func `a replacement that a job came with is placed by it`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.drop("jane.job.json", #"{"scale":3}"#)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.until("the new photo is placed by its job") {
        scene.root.files("replaced").count == 1 && scene.root.account("jane")?.attributes.scale == 3
      }
      try await scene.idle()
      #expect(scene.root.account("jane")?.attributes.scale == 3)
      #expect(scene.root.faults("jane") == [])
      #expect(scene.root.files("inbox") == [])
    }
  }

  @Test func `a replacement that is no photo fails, and the old avatar and its job's turn stay`() async throws
  {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.drop("jane.jpg", photo)
      let before = try await scene.made("jane")
      try scene.root.drop("jane.jpg", "this is only text, whatever the name says")
      try scene.root.drop("jane.job.json", #"{"scale":3}"#)
      #expect(try await scene.failed("jane.jpg").contains("not a photo"))
      try await scene.settled()
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.faults("jane") == [])
      #expect(scene.root.files("inbox") == ["jane.job.json"])
      #expect(
        try await scene.tondo("status").said.hasPrefix("2 ready, 1 waiting, 0 queued, 0 processing, 1 failed")
      )
    }
  }

  @Test func `a replacement that stays truncated fails, and the old avatar stays`() async throws {
    try await scene(settings: Scene.settings(settle: 0.05)) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      let before = try await scene.made("jane")
      try scene.root.drop("jane.jpg", Array(Picture.jpeg().prefix(600)))
      try await scene.failed("jane.jpg")
      try await scene.idle()
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.faults("jane") == [])
      #expect(scene.root.files("replaced") == [])
    }
  }

  @Test func `after a failure a good photo moves the failed one to replaced`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", "no photo")
      try await scene.failed("jane.jpg")
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      #expect(scene.root.files("failed") == [])
      let kept = try #require(scene.root.files("replaced").first)
      #expect(scene.root.text("replaced/\(kept)") == "no photo")
    }
  }

  @Test func `of two photos with one id in one drop the later wins, and the other is kept`() async throws {
    try await scene(daemon: false) { scene in
      let (first, second) = (try Picture.jpeg(), Picture.fresh())
      try scene.root.drop("jane.jpg", first)
      try await Task.sleep(for: .milliseconds(20))
      try scene.root.drop("jane.png", second)
      try await scene.start()
      let account = try await scene.made("jane")
      #expect(account.original.file == "originals/jane.png")
      #expect(account.warnings.contains { $0.contains("jane.jpg") })
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.files("originals") == ["jane.png"])
      #expect(scene.root.files("replaced").map { scene.root.sha256("replaced/\($0)") } == [SHA256.of(first)])
    }
  }

  @Test func `an earlier photo does not replace the original when a later one has its very bytes`()
    async throws
  {
    try await scene { scene in
      let (kept, other) = (try Picture.jpeg(), Picture.fresh())
      try scene.root.drop("jane.jpg", kept)
      let before = try await scene.made("jane")
      try await scene.stop()
      try scene.root.drop("jane.png", other)
      try await Task.sleep(for: .milliseconds(20))
      try scene.root.drop("jane.jpg", kept)
      try await scene.start()
      try await scene.until("the inbox is empty") { scene.root.files("inbox") == [] }
      try await scene.idle()
      #expect(scene.root.account("jane") == before)
      #expect(scene.root.files("replaced").map { scene.root.sha256("replaced/\($0)") } == [SHA256.of(other)])
    }
  }

  @Test func `of the replaced originals the latest are kept, as many as the settings ask for`() async throws {
    try await scene(settings: Scene.settings(settle: 0.02, more: #""keepReplaced":3"#)) { scene in
      // Several in one second: their names differ by a number then, which must sort as one.
      let photos = (1...15).map { _ in Picture.fresh() }
      for (turn, photo) in photos.enumerated() {
        try scene.root.drop("jane.png", photo)
        try await scene.made("jane", times: turn + 1)
      }
      let kept = scene.root.files("replaced").compactMap { scene.root.sha256("replaced/\($0)") }
      #expect(Set(kept) == Set(photos[11...13].map(SHA256.of)))
    }
  }

  @Test func `an error text whose file is gone goes, too`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", "no photo")
      try await scene.failed("jane.jpg")
      try scene.root.remove("failed/jane.jpg")
      try await scene.stop()
      try await scene.start()
      #expect(scene.root.files("failed") == [])
    }
  }
}
