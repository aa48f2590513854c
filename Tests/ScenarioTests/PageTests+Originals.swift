import Foundation
import Glibc
import Testing

/// Originals that come in through the page, and what it shows of them.
extension PageTests {
  @Test func `an upload becomes an original like any other`() async throws {
    try await pageScene { scene in
      let photo = try Picture.jpeg()
      #expect(try await scene.client.ask("PUT", "/api/inbox/sales/jane.jpg", body: photo).status == 201)
      let account = try await scene.made("sales/jane")
      #expect(scene.root.read(account.original.file) == photo)
      #expect(scene.root.files("inbox") == [])
    }
  }

  @Test func `an upload in pieces of unknown length is put together`() async throws {
    try await pageScene { scene in
      let photo = Picture.fresh(width: 500, height: 400)
      var body: [UInt8] = []
      for start in stride(from: 0, to: photo.count, by: 70_001) {
        let piece = photo[start..<min(photo.count, start + 70_001)]
        body += Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + Array("\r\n".utf8)
      }
      let head = "PUT /api/inbox/big.png HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\nConnection: close\r\n"
      let answer = try await scene.client.say(
        Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8) + body + Array("0\r\n\r\n".utf8))
      #expect(answer.status == 201)
      #expect(scene.root.read(try await scene.made("big").original.file) == photo)
    }
  }

  @Test(arguments: ["jane.jpg", "a/b/jane.jpg"])
  func `an upload that breaks off leaves nothing`(_ path: String) async throws {
    try await pageScene { scene in
      do {
        let connection = try Connection(scene.client.address)
        let head =
          "PUT /api/inbox/\(path) HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\nContent-Length: 900000\r\n\r\n"
        try connection.send(Array(head.utf8) + [UInt8](repeating: 7, count: 600_000))
        try await scene.until("it is being written") { !scene.root.files("inbox").isEmpty }
      }
      try await scene.until("nothing of it is left") { scene.root.names("inbox") == [] }
      try await scene.settled()
      #expect(scene.root.files("failed") == [] && scene.root.ids.count == 1)
    }
  }

  @Test func `an upload that a crash cut short is swept`() async throws {
    try await pageScene { scene in
      let connection = try Connection(scene.client.address)
      let head =
        "PUT /api/inbox/a/jane.jpg HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\nContent-Length: 900000\r\n\r\n"
      try connection.send(Array(head.utf8) + [UInt8](repeating: 7, count: 600_000))
      try await scene.until("it is being written") { !scene.root.files("inbox").isEmpty }
      scene.daemon?.send(SIGKILL)
      try await scene.daemon?.ended()
      #expect(scene.root.files("inbox").count == 1)
      try await scene.start()
      #expect(scene.root.names("inbox") == [])
      withExtendedLifetime(connection) {}
    }
  }

  @Test(arguments: [("big", 413), ("there", 409)])
  func `whoever is refused hears why, though much was sent`(_ name: String, _ status: Int) async throws {
    try await pageScene(limits: #","limits":{"bytes":3000000}"#, settle: 60) { scene in
      try scene.root.drop("there.jpg", "waits")
      let piece = "F4240\r\n" + String(repeating: "x", count: 1_000_000) + "\r\n"
      let head = "PUT /api/inbox/\(name).jpg HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\n"
      let body = String(repeating: piece, count: status == 413 ? 5 : 2) + "0\r\n\r\n"
      let answer = try await scene.client.say(
        Array((head + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + body).utf8))
      #expect(answer.status == status && answer.text.contains("problem"), "\(answer)")
      try await scene.until("nothing is left") { scene.root.files("inbox") == ["there.jpg"] }
    }
  }

  @Test(arguments: [
    ("/api/inbox/big.jpg", "Content-Length: 5000", String(repeating: "x", count: 5000), 413),
    ("/api/inbox/big.jpg", "Content-Length: 5000000", "", 413),
    ("/api/inbox/big.jpg", "Content-Length: 5000\r\nExpect: 100-continue", "", 413),
    ("/api/inbox/there.jpg", "Content-Length: 1000\r\nExpect: 100-continue", "", 409),
    ("/api/inbox/big.jpg", "Content-Length: 99999999999999999999", "", 400),
    (
      "/api/inbox/big.jpg", "Transfer-Encoding: chunked",
      "FA0\r\n" + String(repeating: "x", count: 4000) + "\r\n0\r\n\r\n", 413
    ),
    ("/api/inbox/.jane.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/a.part", "Content-Length: 1", "x", 422),
    ("/api/inbox/@eaDir/a.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/a.json", "Content-Length: 1", "x", 422),
    ("/api/inbox/a.job.json", "Content-Length: 1", "x", 422),
    ("/api/inbox/%ff.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/\(String(repeating: "a", count: 231)).jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/\(String(repeating: "a", count: 256))/a.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/new/\(String(repeating: "a", count: 256))/a.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/there.jpg/a.jpg", "Content-Length: 1", "x", 422),
    ("/api/inbox/../a.jpg", "Content-Length: 1", "x", 400),
    ("/api/inbox/there.jpg", "Content-Length: 1", "x", 409),
  ])
  func `what cannot be an original is refused, and leaves nothing`(
    _ path: String, _ length: String, _ body: String, _ status: Int
  ) async throws {
    try await pageScene(limits: #","limits":{"bytes":3000}"#, settle: 60) { scene in
      try scene.root.drop("there.jpg", "waits")
      let head =
        "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\nConnection: close\r\n\(length)\r\n\r\n"
      let answer = try await scene.client.say(Array((head + body).utf8))
      #expect(
        answer.status == status || status == 400 && answer.status == 413, "\(answer.status) \(answer.text)")
      try await scene.until("nothing is left") { scene.root.names("inbox") == ["there.jpg"] }
    }
  }

  @Test func `while no work is done nothing is taken, and health says why`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.move("inbox", "elsewhere")
      try await scene.logged("inbox/ is gone")
      let health = try await scene.client.ask("GET", "/healthz")
      #expect(health.status == 503 && health.text.contains("inbox/"))
      #expect(try await scene.client.ask("PUT", "/api/inbox/a.jpg", body: "x").status == 503)
      #expect(!scene.root.has("inbox"))
      #expect(try await scene.client.ask("GET", "/avatars/jane-16.png").status == 200)
    }
  }

  // MARK: Previews

  @Test func `a preview is upright, whatever was rotated, and goes with its id`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try scene.root.drop("jane.job.json", #"{"rotation": 90}"#)
      let account = try await scene.made("jane")
      #expect(account.original.width == 160 && account.original.height == 120)
      let preview = try await scene.client.ask("GET", "/api/previews/jane?v=\(account.original.sha256)")
      #expect(preview.status == 200 && preview.headers["content-type"] == "image/jpeg")
      #expect(preview.headers["cache-control"]?.contains("immutable") == true)
      #expect(jpegSize(preview.body) == [120, 160])
      let tag = try #require(preview.headers["etag"])
      #expect(
        try await scene.client.ask("GET", "/api/previews/jane", ["If-None-Match: \(tag)"]).status == 304)
      #expect(scene.root.files(".tondo/previews").count == 1)
      #expect(try await scene.client.ask("DELETE", "/api/avatars/jane").status == 204)
      #expect(scene.root.files(".tondo/previews") == [])
      #expect(try await scene.client.ask("GET", "/api/previews/jane").status == 404)
    }
  }

  @Test(.enabled("the corpus is there") { corpus("heic-iphone-rot.heic") != nil })
  func `a preview of a phone's HEIC is a small JPEG, upright`() async throws {
    let photo = try #require(corpus("heic-iphone-rot.heic"))
    try await pageScene { scene in
      try scene.root.drop("phone.heic", photo)
      let account = try await scene.made("phone")
      let preview = try await scene.client.ask("GET", "/api/previews/phone")
      let size = try #require(jpegSize(preview.body))
      #expect(size.max() == min(1600, max(account.original.width, account.original.height)))
      #expect((size[0] > size[1]) == (account.original.width > account.original.height))
    }
  }
}

/// Width and height of a JPEG.
private func jpegSize(_ bytes: [UInt8]) -> [Int]? {
  var place = 2
  while place + 9 < bytes.count, bytes[place] == 0xFF {
    let marker = bytes[place + 1]
    if (0xC0...0xC3).contains(marker) {
      return [7, 5].map { Int(bytes[place + $0]) << 8 | Int(bytes[place + $0 + 1]) }
    }
    place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
  }
  return nil
}

/// A photo of the corpus, where there is one.
private func corpus(_ name: String) -> [UInt8]? {
  let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  let path = here.appending(path: "../../../shared/corpus/\(name)").standardizedFileURL
  return (try? Data(contentsOf: path)).map(Array.init)
}
