import Foundation
import Glibc
import Testing

/// Where the page is served, and who is let in.
@Suite struct DoorTests {
  private static let token = "0123456789abcdef0123"

  @Test func `with a token nobody sees anything without it`() async throws {
    try await pageScene(#","token":"\#(Self.token)""#) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let client = scene.client
      for path in [
        "/api/avatars", "/api/avatars/jane", "/avatars/jane-16.png", "/api/previews/jane", "/api/events",
        "/metrics",
      ] {
        #expect(try await client.ask("GET", path).status == 401, "\(path)")
      }
      #expect(try await client.ask("PUT", "/api/inbox/x.jpg", body: "x").status == 401)
      for path in ["/", "/api/session", "/healthz"] {
        #expect(try await client.ask("GET", path).status == 200)
      }
      #expect(try await client.ask("POST", "/api/session", body: #"{"token": "wrong"}"#).status == 403)
      let login = try await client.ask("POST", "/api/session", body: #"{"token": "\#(Self.token)"}"#)
      let cookie = try #require(login.headers["set-cookie"])
      #expect(login.status == 204 && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      #expect(!cookie.contains(Self.token))
      let session = "Cookie: " + cookie.prefix { $0 != ";" }
      #expect(try await client.ask("GET", "/api/avatars/jane", [session]).status == 200)
      #expect(
        try await client.ask("GET", "/api/avatars/jane", ["Authorization: Bearer \(Self.token)"]).status
          == 200)
      #expect(try await client.ask("DELETE", "/api/session", [session]).status == 204)
      #expect(try await client.ask("GET", "/api/avatars/jane", [session]).status == 401)
      for _ in 0..<10 {
        _ = try await client.ask("GET", "/api/avatars", ["Authorization: Bearer wrong"])
      }
      #expect(try await client.ask("GET", "/api/avatars", ["Authorization: Bearer wrong"]).status == 429)
      #expect(try await client.ask("POST", "/api/session", body: #"{"token": "wrong"}"#).status == 429)
      #expect(
        try await client.ask("POST", "/api/session", body: #"{"token": "\#(Self.token)"}"#).status == 204)
      #expect(!scene.log.contains(Self.token))
    }
  }

  @Test(arguments: [
    (["Host: localhost", "X-Tondo: 1"], 404), (["Host: evil.example", "X-Tondo: 1"], 421),
    (["Host: localhost"], 403),
    (["Host: localhost", "X-Tondo: 1", "Origin: https://evil.example"], 403), (["X-Tondo: 1"], 400),
  ])
  func `other sites' pages are turned away`(_ lines: [String], _ status: Int) async throws {
    try await pageScene { scene in
      let head = ["POST /api/avatars/x/retry HTTP/1.1", "Connection: close"] + lines
      let answer = try await scene.client.say(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      #expect(answer.status == status)
    }
  }

  @Test(arguments: [
    "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
    "GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "PUT /api/inbox/a.jpg HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "\r\n\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func `nonsense costs its sender the connection, and nobody else anything`(_ text: String) async throws {
    try await pageScene { scene in
      let connection = try Connection(scene.client.address)
      try? connection.send(text)
      #expect(try await scene.client.ask("GET", "/healthz").status == 200)
      withExtendedLifetime(connection) {}
      #expect(try await scene.stop() == 0)
    }
  }

  @Test(arguments: [
    "Content-Length: 0\r\nContent-Length: 40", "Content-Length: 5\r\nTransfer-Encoding: chunked",
  ])
  func `a body that could end in two places is refused, and the connection with it`(_ lines: String)
    async throws
  {
    try await pageScene { scene in
      let head = "POST /api/session HTTP/1.1\r\nHost: localhost\r\nX-Tondo: 1\r\n\(lines)\r\n\r\n"
      let next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let answer = try await scene.client.say(Array((head + next).utf8))
      #expect(answer.status == 400 && !answer.text.contains("HTTP/1.1"), "\(answer.text)")
    }
  }

  @Test func `a reload that leaves no page says so, and status until it is there again`() async throws {
    try await pageScene { scene in
      let settings = try #require(scene.root.text("tondo.json"))
      let nowhere = scene.root.scratch + "/missing/http.sock"
      try scene.root.write("tondo.json", settings.replacingOccurrences(of: scene.socket, with: nowhere))
      let reload = try await scene.tondo("reload")
      #expect(reload.status == 0, "\(reload)")
      #expect(reload.said.contains("\nwarning: there is no web page: cannot listen on unix:\(nowhere)"))
      #expect(try await scene.tondo("status").said.contains("last error: "))
      try scene.root.write("tondo.json", settings)
      #expect(try await !scene.tondo("reload").said.contains("warning"))
      #expect(try await !scene.tondo("status").said.contains("last error: "))
    }
  }

  @Test func `a reload moves the server, and ends it`() async throws {
    try await pageScene { scene in
      let settings = try #require(scene.root.text("tondo.json"))
      let moved = scene.root.scratch + "/moved.sock"
      try scene.root.write("tondo.json", settings.replacingOccurrences(of: scene.socket, with: moved))
      #expect(try await scene.tondo("reload").status == 0)
      #expect(try await Client(address: .local(moved)).ask("GET", "/healthz").status == 200)
      await #expect(throws: Failed.self) { try await scene.client.ask("GET", "/healthz") }
      #expect(!scene.isThere(scene.socket) && scene.isThere(moved))
      try scene.root.write("tondo.json", Scene.quick)
      #expect(try await scene.tondo("reload").status == 0)
      await #expect(throws: Failed.self) { try await Client(address: .local(moved)).ask("GET", "/healthz") }
      #expect(!scene.isThere(moved))
      try scene.root.write("tondo.json", settings)
      #expect(try await scene.tondo("reload").status == 0)
      #expect(scene.isThere(scene.socket))
      #expect(try await scene.stop() == 0)
      #expect(!scene.isThere(scene.socket))
    }
  }

  @Test func `a socket that nobody serves gives way, and one in use does not`() async throws {
    try await pageScene { scene in
      #expect(scene.mode(of: scene.socket) == 0o660)
      scene.daemon?.send(SIGKILL)
      try await scene.daemon?.ended()
      #expect(FileManager.default.fileExists(atPath: scene.socket))
      try await scene.start()
      try await scene.logged("the web page is at", times: 2)
      #expect(try await scene.client.ask("GET", "/healthz").status == 200)
      // Another root's daemon at the same address says so, and makes avatars all the same.
      let other = try Scene(settings: try #require(scene.root.text("tondo.json")))
      try await other.start()
      try await other.logged("there is no web page: cannot listen on unix:\(scene.socket)")
      try other.root.drop("jane.jpg", Picture.jpeg())
      try await other.made("jane")
      #expect(try await other.tondo("status").said.contains("cannot listen on"))
      #expect(try await scene.client.ask("GET", "/healthz").status == 200)
    }
  }

  @Test func `a port of this machine serves the page`() async throws {
    try await scene(daemon: false) { scene in
      // Another program may take a port that was free just now.
      for port in Scene.somePorts {
        try scene.root.write("tondo.json", Scene.settings(more: #""http":{"listen":"127.0.0.1:\#(port)"}"#))
        try await scene.start()
        try await scene.until("it listens or not") { scene.log.contains("web page") }
        if scene.count("the web page is at http://127.0.0.1:\(port)/") == 1 {
          #expect(try await Client(address: .port(port)).ask("GET", "/healthz").status == 200)
          let check = try await scene.tondo("check")
          #expect(
            check.status == 0 && check.said.contains("every user of this machine")
              && check.said.contains("unix:"))
          return
        }
        try await scene.stop()
      }
      Issue.record("no port was free")
    }
  }

  @Test(arguments: [
    (#"{"listen":"0.0.0.0:8673"}"#, "there is no \"token\""),
    (#"{"listen":"[::]:8673"}"#, "there is no \"token\""),
    (#"{"listen":"8673"}"#, "127.0.0.1:8673"), (#"{"listen":"127.0.0.1:0"}"#, "127.0.0.1:8673"),
    (#"{"listen":"unix:relative"}"#, "unix:/run/tondo/http.sock"),
    (#"{"listen":"example.org:80"}"#, "127.0.0.1:8673"),
    (#"{"listen":"127.0.0.1:1","token":"short"}"#, "openssl rand"),
    (#"{"listen":"127.0.0.1:1","tokn":""}"#, "token"),
    (#"{"listen":"127.0.0.1:1","origins":["photos.example.org"]}"#, "https://photos.example.org"),
    (#"{"listen":"127.0.0.1:1","origins":["https://a/b"]}"#, "https://photos.example.org"),
    (#"{"listen":"127.0.0.1:1","maximumScale":0.5}"#, "from 1 to 100"),
  ])
  func `settings that would let anybody in, or nobody, are refused`(_ http: String, _ hint: String)
    async throws
  {
    try await scene(settings: Scene.settings(more: #""http":\#(http)"#), daemon: false) { scene in
      let daemon = try scene.launch()
      #expect(try await daemon.ended() == 78)
      #expect(daemon.complained.contains(hint), "\(daemon.complained)")
    }
  }

  @Test func `check tells where the token can be read by everyone`() async throws {
    try await pageScene(#","token":"\#(Self.token)""#) { scene in
      try #require(chmod(scene.root.absolute("tondo.json"), 0o644) == 0)
      #expect(try await scene.tondo("check").said.contains("which holds the token"))
      try #require(chmod(scene.root.absolute("tondo.json"), 0o640) == 0)
      let said = try await scene.tondo("check").said
      #expect(!said.contains("which holds the token"))
    }
  }

  private static let handOver = """
    import os, socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    os.dup2(server.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    os.execv(sys.argv[2], sys.argv[2:])
    """

  @Test func `a socket that was handed over is served, also after a reload`() async throws {
    try await scene(daemon: false) { scene in
      let wrapper = ["/usr/bin/python3", "-c", Self.handOver, scene.socket]
      try await scene.start(by: wrapper)
      try await scene.logged("the web page is at unix:\(scene.socket)")
      #expect(try await scene.client.ask("GET", "/api/session").text.contains(#""needsToken": false"#))
      try scene.root.write("tondo.json", Scene.settings(more: #""http":{"token":"\#(Self.token)"}"#))
      #expect(try await scene.tondo("reload").status == 0)
      #expect(try await scene.client.ask("GET", "/api/session").text.contains(#""needsToken": true"#))
      // It is not ours to remove.
      #expect(try await scene.stop() == 0)
      #expect(scene.isThere(scene.socket))
    }
  }

  @Test func `many clients hold up neither each other nor the work`() async throws {
    let count = Torture.amount(10_000, sample: 500)
    try await pageScene { scene in
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let room = min(count, Int(limit.rlim_cur) - 500)
      let crowd = try await elsewhere { [address = scene.client.address] in
        try (0..<room).map { number in
          let connection = try Connection(address)
          // Some say nothing, some say half, some listen.
          if number % 3 == 1 { try connection.send("GET /api/avatars HTTP/1.1\r\nHost: loc") }
          if number % 3 == 2 { try connection.send("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n") }
          return connection
        }
      }
      let started = ContinuousClock.now
      #expect(try await scene.client.ask("GET", "/api/avatars").status == 200)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      try await elsewhere {
        for number in [2, crowd.count - 1 - (crowd.count - 3) % 3] {
          _ = try crowd[number].read(until: #""ready""#)
        }
      }
      #expect(ContinuousClock.now - started < .seconds(30))
      #expect(try await scene.stop() == 0)
    }
  }
}

extension Scene {
  fileprivate func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  fileprivate func mode(of path: String) -> mode_t? {
    var found = stat()
    return stat(path, &found) == 0 ? found.st_mode & 0o777 : nil
  }

  /// Ports that hardly anybody has, other ones each time.
  fileprivate static var somePorts: [UInt16] { (0..<20).map { _ in UInt16.random(in: 20_000..<32_000) } }
}
