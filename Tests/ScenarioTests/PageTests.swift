import Foundation
import Glibc
import Testing

/// The page's server: what people ask for is done as an editor or command would, and nothing leads out.
@Suite struct PageTests {
  private struct List: Decodable {
    var avatars: [Row]
    var next: String?
    var counts: [String: Int]
  }

  private struct Row: Decodable, Equatable {
    var id: String?
    var file: String?
    var state: String
    var etag: String?
  }

  private struct Written: Decodable {
    var etag: String
  }

  @Test func `the page is there, and lets a browser do no more than it must`() async throws {
    try await pageScene { scene in
      let page = try await scene.client.ask("GET", "/")
      #expect(page.status == 200 && page.text.contains("<html"))
      #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["referrer-policy"] == "no-referrer")
      let tag = try #require(page.headers["etag"])
      #expect(try await scene.client.ask("GET", "/", ["If-None-Match: \(tag)"]).status == 304)
      #expect(try await scene.client.ask("HEAD", "/").body.isEmpty)
      #expect(try await scene.client.ask("GET", "/healthz").text == "ok\n")
    }
  }

  @Test(arguments: [
    "/../tondo.json", "/avatars/../tondo.json", "/avatars/%2e%2e/tondo.json", "/avatars/..%2ftondo.json",
    "/avatars/%2e%2e%2ftondo.json", "/avatars/x%00/../../tondo.json", "//tondo.json", "/avatars//tondo.json",
    "/avatars/link/tondo.json", "/avatars/jane.json", "/avatars/secret-96.jpg", "/assets/../tondo.json",
    "/api/previews/../../tondo", "/api/avatars/..%2f..%2ftondo", "/.tondo/ledger.sqlite",
    "/originals/jane.jpg",
    "/avatars/\u{FF0E}\u{FF0E}/tondo.json",
  ])
  func `no path leads to anything but avatars`(_ path: String) async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try FileManager.default.createSymbolicLink(
        atPath: scene.root.absolute("avatars/link"), withDestinationPath: scene.root.path)
      try FileManager.default.createSymbolicLink(
        atPath: scene.root.absolute("avatars/secret-96.jpg"),
        withDestinationPath: scene.root.absolute("tondo.json"))
      let answer = try await scene.client.ask("GET", path)
      #expect([400, 404].contains(answer.status), "\(answer.status)")
      #expect(answer.text.contains("\"problem\"") && !answer.text.contains("settle"))
    }
  }

  @Test func `an avatar goes by its digest`() async throws {
    try await pageScene { scene in
      try scene.root.drop("sales/jäne.jpg", Picture.jpeg())
      let account = try await scene.made("sales/jäne")
      let path = "/avatars/sales/j%C3%A4ne-16.png"
      let plain = try await scene.client.ask("GET", path)
      #expect(plain.status == 200 && plain.body == scene.root.read("avatars/sales/jäne-16.png"))
      #expect(plain.headers["etag"] == "\"\(account.avatars[1].sha256)\"")
      #expect(plain.headers["content-type"] == "image/png")
      #expect(plain.headers["cache-control"]?.contains("no-cache") == true)
      let named = try await scene.client.ask("GET", path + "?v=\(account.avatars[1].sha256)")
      #expect(named.headers["cache-control"]?.contains("immutable") == true)
      let had = try await scene.client.ask("GET", path, ["If-None-Match: \"\(account.avatars[1].sha256)\""])
      #expect(had.status == 304 && had.body.isEmpty)
      #expect(try await scene.client.ask("GET", "/avatars/sales/jane-16.png").status == 404)
    }
  }

  // MARK: Attributes

  @Test func `attributes are written into the manifest, and the avatars follow`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let before = try await scene.client.ask("GET", "/api/avatars/jane")
      let tag = try #require(before.headers["etag"])
      let put = try await scene.client.ask(
        "PUT", "/api/avatars/jane/attributes", ["If-Match: \(tag)"],
        body: #"{"scale": 2, "position": {"x": 0.1, "y": 0}}"#)
      #expect(put.status == 200)
      let after = try await scene.made("jane", times: 2)
      #expect(after.attributes.scale == 2 && after.attributes.position?.x == 0.1)
      #expect(after.crop.size == 60)
      #expect(try await scene.client.ask("GET", "/api/avatars/jane").headers["etag"] != tag)
    }
  }

  @Test func `an edit that came meanwhile is shown, and stays`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let tag = try #require(try await scene.client.ask("GET", "/api/avatars/jane").headers["etag"])
      try scene.root.edit("avatars/jane.json", #""scale": 1"#, with: #""scale": 3"#)
      let put = try await scene.client.ask(
        "PUT", "/api/avatars/jane/attributes", ["If-Match: \(tag)"], body: #"{"scale": 2}"#)
      #expect(put.status == 412 && put.text.contains(#""scale": 3"#), "\(put.text)")
      #expect(try await scene.made("jane", times: 2).attributes.scale == 3)
    }
  }

  @Test(arguments: [
    ([], #"{"scale": 2}"#, 428), (["If-Match: x"], #"{"scale": 2}"#, 400),
    (["If-Match: \"TAG\""], #"{"scale": 1000}"#, 422),
    (["If-Match: \"TAG\""], #"{"scal": 1}"#, 422), (["If-Match: \"TAG\""], "", 422),
    (["If-Match: \"TAG\""], "[", 422),
    (["If-Match: \"0123\""], #"{"scale": 2}"#, 412),
    (["If-Match: \"TAG\""], String(repeating: " ", count: 70_000), 413),
  ])
  func `what is not right about a wish is told, and nothing is written`(
    _ headers: [String], _ body: String, _ status: Int
  ) async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let text = scene.root.text("avatars/jane.json")
      let tag = try #require(scene.root.sha256("avatars/jane.json"))
      let answer = try await scene.client.ask(
        "PUT", "/api/avatars/jane/attributes", headers.map { $0.replacingOccurrences(of: "TAG", with: tag) },
        body: body)
      #expect(answer.status == status, "\(answer.text)")
      #expect(scene.root.text("avatars/jane.json") == text)
    }
  }

  @Test func `a placeholder is shown by a job where there is nothing, else by the manifest`() async throws {
    try await pageScene { scene in
      let new = try await scene.client.ask(
        "PUT", "/api/avatars/team/jane/placeholder", body: #"{"symbol": "star"}"#)
      #expect(new.status == 202, "\(new.text)")
      #expect(try await scene.made("team/jane").attributes.placeholder == .init(symbol: "star"))
      #expect(scene.root.files("inbox") == ["team/jane.job.json"])
      let row = try await scene.client.ask("GET", "/api/avatars/team/jane")
      #expect(
        row.text.contains(#""placeholder": true"#) && row.text.contains(#""preview": null"#), "\(row.text)")
      #expect(
        try await scene.client.ask("PUT", "/api/avatars/team/jane/placeholder", body: "{}").status == 428)
      let bad = try await scene.client.ask(
        "PUT", "/api/avatars/team/jane/placeholder", body: #"{"symbol": "stra"}"#)
      #expect(bad.status == 422 && bad.text.contains("star"), "\(bad.text)")
      let tag = try #require(row.headers["etag"])
      let known = try await scene.client.ask(
        "PUT", "/api/avatars/team/jane/placeholder", ["If-Match: \(tag)"], body: #"{"initials": "JD"}"#)
      #expect(known.status == 202, "\(known.text)")
      let after = try await scene.made("team/jane", times: 2)
      #expect(after.attributes.placeholder == .init(initials: "JD"))
      try await scene.until("the job is overtaken") { scene.root.files("inbox") == [] }
      let late = try await scene.client.ask(
        "PUT", "/api/avatars/team/jane/placeholder", ["If-Match: \(tag)"], body: "{}")
      #expect(late.status == 412, "\(late.text)")
    }
  }

  @Test func `an edit that cannot be read is not written over`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try scene.root.write("avatars/jane.json", "{ \"attributes\": ")
      try await scene.logged("jane: not made")
      let tag = try #require(try await scene.client.ask("GET", "/api/avatars/jane").headers["etag"])
      let put = try await scene.client.ask(
        "PUT", "/api/avatars/jane/attributes", ["If-Match: \(tag)"], body: #"{"scale": 2}"#)
      #expect(put.status == 409)
      #expect(scene.root.text("avatars/jane.json") == "{ \"attributes\": ")
    }
  }

  // MARK: The list and the news

  @Test func `the list has all, in the order of their ids, a page at a time`() async throws {
    try await pageScene { scene in
      let ids = ["a", "a-b", "a/b", "b", "c"]
      for id in ids { try scene.root.drop("\(id).jpg", Picture.jpeg()) }
      try scene.root.drop("bad.jpg", "no photo")
      try scene.root.drop("z.job.json", "{}")
      for id in ids { try await scene.made(id) }
      try await scene.failed("bad.jpg")
      try await scene.logged("z.job.json: waiting")
      var rows: [Row] = []
      var query = "?limit=2"
      while true {
        let page = try await scene.client.ask("GET", "/api/avatars\(query)").json(List.self)
        #expect(page.avatars.count <= 2)
        rows += page.avatars
        guard let next = page.next else { break }
        query = "?limit=2&after=\(next)"
      }
      #expect(rows.map(\.id) == ["a", "a-b", "a/b", "b", "bad", "c", "z"])
      #expect(rows.map(\.file) == [nil, nil, nil, nil, "failed/bad.jpg", nil, "inbox/z.job.json"])
      #expect(rows.last?.state == "waiting")
      let found = try await scene.client.ask("GET", "/api/avatars?search=B&state=ready").json(List.self)
      #expect(found.avatars.map(\.id) == ["a-b", "a/b", "b"])
      let failed = try await scene.client.ask("GET", "/api/avatars?state=failed")
      #expect(failed.text.contains("this is not a photo") && failed.text.contains("Export it"))
      #expect(try failed.json(List.self).counts["ready"] == 5)
    }
  }

  @Test func `a failed file goes back when it is tried again`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", "no photo")
      try await scene.failed("jane.jpg")
      try scene.root.write("failed/jane.jpg", Picture.jpeg())
      #expect(try await scene.client.ask("POST", "/api/avatars/jane/retry").status == 202)
      try await scene.made("jane")
      #expect(try await scene.client.ask("POST", "/api/avatars/nobody/retry").status == 404)
    }
  }

  @Test func `failed files are known again after the ledger was lost`() async throws {
    try await pageScene { scene in
      try scene.root.drop("bad.jpg", "no photo")
      try await scene.failed("bad.jpg")
      try await scene.stop()
      try scene.root.remove(".tondo")
      try await scene.start()
      try await scene.logged("the web page is at", times: 2)
      let failed = try await scene.client.ask("GET", "/api/avatars?state=failed")
      #expect(failed.text.contains("failed/bad.jpg") && failed.text.contains("this is not a photo"))
    }
  }

  @Test func `who listens hears what happens, and a stop does not wait for them`() async throws {
    try await pageScene { scene in
      let connection = try Connection(scene.client.address)
      try connection.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let head = try await elsewhere { try connection.read(until: "event: hello") }
      #expect(head.contains("text/event-stream"))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let news = try await elsewhere { try connection.read(until: #""state": "ready""#) }
      #expect(news.contains("event: avatar") && news.contains(#""id": "jane""#))
      #expect(try await scene.client.ask("DELETE", "/api/avatars/jane").status == 204)
      _ = try await elsewhere { try connection.read(until: "event: gone") }
      #expect(try await scene.stop() == 0)
      _ = try await elsewhere { try connection.rest() }
    }
  }

  /// Unpacked by `make test`: its package would start a server.
  private static let promtool = ".build/tools/prometheus/usr/bin/promtool"

  @Test(.enabled("promtool is there") { FileManager.default.isExecutableFile(atPath: Self.promtool) })
  func `promtool finds nothing wrong with the figures`() async throws {
    try await pageScene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let metrics = try await scene.client.ask("GET", "/metrics")
      #expect(
        metrics.text.contains("tondo_made_total 1\n")
          && metrics.text.contains("tondo_ids{state=\"ready\"} 1\n"))
      try scene.root.write("metrics", metrics.body)
      let command = "\(Self.promtool) check metrics <\(scene.root.absolute("metrics"))"
      let words = ["-c", command].map { Array($0.utf8) }
      let check = try Spawned("/bin/sh", words, scratch: scene.root.scratch)
      #expect(try await check.ended() == 0, "\(check.said) \(check.complained)")
    }
  }
}
