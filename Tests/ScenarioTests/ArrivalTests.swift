import Digest
import Foundation
import Glibc
import Testing

/// Ways for a file to come: all at once, in pieces, by name only.
@Suite(.serialized) struct ArrivalTests {
  @Test func `a rename into the inbox is an arrival`() async throws {
    try await scene { scene in
      try scene.root.write("away.jpg", Picture.jpeg())
      try scene.root.move("away.jpg", "inbox/jane.jpg")
      try await scene.made("jane")
    }
  }

  @Test func `a folder that is renamed into the inbox brings all that is in it`() async throws {
    try await scene { scene in
      for name in ["jane", "team/john"] { try scene.root.write("away/\(name).jpg", Picture.jpeg()) }
      try scene.root.move("away", "inbox/sales")
      try await scene.made("sales/jane")
      try await scene.made("sales/team/john")
    }
  }

  @Test func `a link is an arrival, and the other name keeps its bytes`() async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      try scene.root.write("away.jpg", photo)
      try check(link(scene.root.absolute("away.jpg"), scene.root.absolute("inbox/jane.jpg")), "link")
      try await scene.made("jane")
      #expect(scene.root.read("away.jpg") == photo)
      #expect(scene.root.state("originals/jane.jpg")?.st_ino != scene.root.state("away.jpg")?.st_ino)
      try scene.root.write("away.jpg", "changed afterwards")
      #expect(scene.root.read("originals/jane.jpg") == photo)
      #expect(scene.root.files("inbox") == [])
    }
  }

  @Test func `a file without a name that gets one is an arrival`() async throws {
    try await scene { scene in
      let photo = try Picture.jpeg()
      // O_TMPFILE, which Glibc does not show to Swift.
      let file = open(scene.root.absolute("inbox"), 0o20200000 | O_WRONLY | O_CLOEXEC, 0o644)
      try check(file, "open without a name")
      defer { close(file) }
      try check(Int32(write(file, photo, photo.count)), "write")
      let name = scene.root.absolute("inbox/jane.jpg")
      try check(linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, name, AT_SYMLINK_FOLLOW), "linkat")
      try await scene.made("jane")
    }
  }

  /// Longer than a pause between pieces, so that only a file that is whole can be quiet for so long.
  private static let patient = Scene.settings(settle: 0.6)

  @Test func `a file that is written in pieces, and closed in between, is taken only whole`() async throws {
    try await scene(settings: Self.patient) { scene in
      let photo = try Picture.jpeg()
      let pieces = stride(from: 0, to: photo.count, by: photo.count / 8).map {
        photo[$0..<min($0 + photo.count / 8, photo.count)]
      }
      try await append(pieces, to: scene.root.absolute("inbox/jane.jpg"))
      #expect(try await scene.made("jane").original.sha256 == SHA256.of(photo))
      #expect(scene.count("jane") == 1)
    }
  }

  @Test func `a complete photo that goes on growing is not taken before it rests`() async throws {
    try await scene(settings: Self.patient) { scene in
      let photo = Picture.fresh()
      try scene.root.drop("jane.png", photo)
      try await append(Array(repeating: [0], count: 12), to: scene.root.absolute("inbox/jane.png"))
      #expect(try await scene.made("jane").original.bytes == photo.count + 12)
      #expect(scene.count("jane") == 1)
    }
  }

  /// Opens and closes the file for each piece, ten times a second.
  ///
  /// On a thread of its own: where other tests keep all of Swift's busy, a pause there may become as long as one that means
  /// that the file is whole.
  private func append(_ pieces: [ArraySlice<UInt8>], to path: String) async throws {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread {
        done.resume(
          with: Result {
            for piece in pieces {
              try append(piece, to: path)
              usleep(100_000)
            }
          })
      }
    }
  }

  private func append(_ bytes: ArraySlice<UInt8>, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    try check(file, "open")
    defer { close(file) }
    try check(Int32(write(file, Array(bytes), bytes.count)), "write")
  }

  @Test(arguments: [0, 60, 500, 770])
  func `a photo of which so many bytes are there waits 30 x settle, then fails`(
    _ count: Int
  ) async throws {
    try await scene(settings: Scene.settings(settle: 0.1)) { scene in
      let photo = try Picture.jpeg()
      let start = SuspendingClock.now
      try scene.root.drop("jane.jpg", Array(photo.prefix(count)))
      try await scene.logged("inbox/jane.jpg: waiting")
      #expect(try await scene.tondo("status").said.contains("1 waiting"))
      try await scene.failed("jane.jpg")
      #expect(SuspendingClock.now - start >= .seconds(3))
      #expect(scene.root.read("failed/jane.jpg") == Array(photo.prefix(count)))
    }
  }

  @Test func `a truncated photo that is completed in time is taken`() async throws {
    try await scene(settings: Scene.settings(settle: 0.1)) { scene in
      let photo = try Picture.jpeg()
      try scene.root.drop("jane.jpg", Array(photo.prefix(500)))
      try await scene.logged("inbox/jane.jpg: waiting")
      try append(photo[500...], to: scene.root.absolute("inbox/jane.jpg"))
      #expect(try await scene.made("jane").original.sha256 == SHA256.of(photo))
      #expect(scene.root.files("failed") == [])
    }
  }

  @Test func `a photo that is deleted again before it rests leaves nothing`() async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.remove("inbox/jane.jpg")
      try await scene.settled()
      #expect(scene.count("jane") == 0)
      #expect(try await scene.tondo("status").said.hasPrefix("1 ready, 0 waiting"))
    }
  }
}
