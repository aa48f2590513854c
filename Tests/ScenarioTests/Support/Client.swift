import Dispatch
import Foundation
import Glibc
import Testing

/// Speaks HTTP byte by byte, as a client that nobody has written with care.
struct Client: Sendable {
  enum Address: Sendable {
    case local(String)
    case port(UInt16)
  }

  let address: Address

  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }

    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JSONDecoder().decode(type, from: Data(body))
    }
  }

  /// Asks, and reads to the end of the connection.
  func ask(
    _ method: String, _ path: String, _ headers: [String] = [], body: [UInt8]? = nil
  ) async throws -> Answer {
    let length = body.map { ["Content-Length: \($0.count)"] } ?? []
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: localhost", "X-Tondo: 1", "Connection: close"] + length + headers
    return try await say(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
  }

  func ask(_ method: String, _ path: String, _ headers: [String] = [], body: String) async throws -> Answer {
    try await ask(method, path, headers, body: Array(body.utf8))
  }

  /// Sends just these bytes.
  func say(_ bytes: [UInt8]) async throws -> Answer {
    let connection = try Connection(address)
    return try await elsewhere {
      // A server that refuses need not read it all.
      try? connection.send(bytes)
      return try Self.answer(connection.rest())
    }
  }

  static func answer(_ bytes: [UInt8]) throws -> Answer {
    let data = Data(bytes)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      throw Failed("no answer: \(String(decoding: bytes, as: UTF8.self))")
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    if status == 100 { return try answer(Array(data[end.upperBound...])) }
    let headers = lines.dropFirst().map { line -> (String, String) in
      let halves = line.split(separator: ":", maxSplits: 1)
      return (halves[0].lowercased(), halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return Answer(
      status: status, headers: Dictionary(headers) { $0 + "\n" + $1 }, body: Array(data[end.upperBound...]))
  }
}

/// Blocking work, away from the threads that all tests share.
func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "client").async { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// A socket that is connected, until its owner goes.
final class Connection: Sendable {
  private let socket: Int32

  /// How long it waits for anything.
  private static let patience = 60

  init(_ address: Client.Address) throws {
    switch address {
    case .local(let path):
      socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var there = sockaddr_un()
      there.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &there.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
      try Self.connect(socket, there)
    case .port(let port):
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var there = sockaddr_in()
      there.sin_family = sa_family_t(AF_INET)
      there.sin_port = port.bigEndian
      there.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      try Self.connect(socket, there)
    }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  private static func connect(_ socket: Int32, _ there: some Any) throws {
    try withUnsafeBytes(of: there) { bytes in
      let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      guard Glibc.connect(socket, start, socklen_t(bytes.count)) == 0 else {
        let number = errno
        close(socket)
        throw Failed("connect: errno \(number)")
      }
    }
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failed("send: errno \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// What comes next; empty at the end.
  func some() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count < 0, errno != ECONNRESET { throw Failed("receive: errno \(errno)") }
    return Array(buffer.prefix(max(0, count)))
  }

  func rest() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let next = try some()
      if next.isEmpty { return all }
      all += next
    }
  }

  /// Reads until a text has come; answers all up to there.
  func read(until text: String) throws -> String {
    var all = ""
    while !all.contains(text) {
      let next = try some()
      if next.isEmpty { throw Failed("ended before \(text): \(all)") }
      all += String(decoding: next, as: UTF8.self)
    }
    return all
  }
}

extension Scene {
  /// Settings with a page on a Unix socket in a folder, which no other test can have.
  static func page(_ more: String = "", limits: String = "", settle: Double = 0.15) -> String {
    settings(settle: settle, more: #""http":{"listen":"unix:SCRATCH/http.sock"\#(more)}\#(limits)"#)
  }

  var socket: String { root.scratch + "/http.sock" }
  var client: Client { Client(address: .local(socket)) }
}

/// Runs a test on a scene with a daemon that serves the page.
func pageScene(
  _ more: String = "", limits: String = "", settle: Double = 0.15,
  at location: SourceLocation = #_sourceLocation,
  _ body: (Scene) async throws -> Void
) async throws {
  try await scene(daemon: false, at: location) { scene in
    let settings = Scene.page(more, limits: limits, settle: settle).replacingOccurrences(
      of: "SCRATCH", with: scene.root.scratch)
    try scene.root.write("tondo.json", settings)
    try await scene.start(at: location)
    try await scene.logged("the web page is at", at: location)
    try await body(scene)
  }
}
