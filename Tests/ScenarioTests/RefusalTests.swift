import Foundation
import Glibc
import Testing

/// What is not taken, and why.
@Suite struct RefusalTests {
  @Test func `a link is set aside unopened`() async throws {
    try await scene { scene in
      try scene.root.write("secret.jpg", Picture.jpeg())
      try check(symlink(scene.root.absolute("secret.jpg"), scene.root.absolute("inbox/jane.jpg")), "symlink")
      try await scene.failed("jane.jpg")
      #expect((scene.root.state("failed/jane.jpg")?.st_mode ?? 0) & S_IFMT == S_IFLNK)
      #expect(scene.root.ids == [])
      #expect(scene.root.files("originals") == [])
    }
  }

  @Test func `a link to a folder is not followed`() async throws {
    try await scene { scene in
      try scene.root.write("elsewhere/secret.jpg", Picture.jpeg())
      try check(symlink(scene.root.absolute("elsewhere"), scene.root.absolute("inbox/sales")), "symlink")
      try await scene.failed("sales")
      try await scene.settled()
      #expect(scene.root.has("elsewhere/secret.jpg"))
      #expect(scene.root.ids.count == 1)
    }
  }

  @Test func `a pipe is set aside unopened`() async throws {
    try await scene { scene in
      try check(mkfifo(scene.root.absolute("inbox/jane.jpg"), 0o644), "mkfifo")
      // A reader would let this succeed.
      #expect(open(scene.root.absolute("inbox/jane.jpg"), O_WRONLY | O_NONBLOCK | O_CLOEXEC) == -1)
      try await scene.failed("jane.jpg")
      #expect((scene.root.state("failed/jane.jpg")?.st_mode ?? 0) & S_IFMT == S_IFIFO)
    }
  }

  @Test(arguments: [
    ("jane.jpg", "this is only text\n", "not a photo"),
    (
      "jane.png",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#,
      "SVG"
    ),
    ("jane.jpg", "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n", "PDF"),
    ("jane.png", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n", "PostScript"),
    ("jane.jpg", "#!/bin/sh\nid\n", "not a photo"),
  ])
  func `what only calls itself a photo is refused`(_ name: String, _ text: String, _ hint: String)
    async throws
  {
    try await scene { scene in
      try scene.root.drop(name, text)
      #expect(try await scene.failed(name).contains(hint))
      #expect(scene.root.text("failed/\(name)") == text)
      #expect(scene.root.files("avatars") == [])
    }
  }

  @Test func `the content decides, and not the name`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.png", Picture.jpeg())
      #expect(try await scene.made("jane").original.format == "jpeg")
      try scene.root.drop("john.txt", Picture.fresh())
      #expect(try await scene.made("john").original.format == "png")
    }
  }

  @Test func `a header that promises too many pixels is refused before anything is decoded`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.png", PNG.promise(width: 60000, height: 60000))
      let reason = try await scene.failed("jane.png")
      #expect(reason.contains("60000 x 60000"))
      for worker in try Proc.workers(scene) {
        #expect(try #require(Proc.number("VmHWM", of: worker)) < 200_000)
      }
    }
  }

  @Test(arguments: [
    (#""limits":{"bytes":1000}"#, "1000"), (#""limits":{"pixels":10000}"#, "10000"),
    (#""limits":{"side":150}"#, "150"),
  ])
  func `a photo beyond a limit of the settings is refused`(_ limit: String, _ number: String) async throws {
    try await scene(settings: Scene.settings(more: limit)) { scene in
      try scene.root.drop("jane.png", Picture.fresh(width: 151, height: 80))
      #expect(try await scene.failed("jane.png").contains(number))
    }
  }

  @Test func `a set that cannot keep its bytes fails whole`() async throws {
    try await scene(
      settings: Scene.settings(
        outputs: #"[{"size":16,"format":"png"},{"size":512,"format":"jpeg","maxBytes":300}]"#)
    ) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      #expect(try await scene.failed("jane.jpg").contains("jane-512.jpg"))
      #expect(scene.root.files("avatars") == [])
    }
  }

  @Test func `a bad photo costs its neighbours nothing`() async throws {
    try await scene(daemon: false) { scene in
      for turn in 0..<20 {
        try scene.root.drop("good\(turn).png", Picture.fresh())
        try scene.root.drop("bad\(turn).png", "no photo \(turn)")
      }
      try await scene.start()
      try await scene.until("all are done") {
        scene.count(": made in") == 20 && scene.count("moved to failed/") == 20
      }
      #expect(scene.root.ids.count == 20)
      #expect(scene.root.files("inbox") == [])
      #expect(scene.root.files("failed").count == 40)
    }
  }
}
