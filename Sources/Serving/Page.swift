internal import CTondoPage
internal import Digest
internal import Model

/// The web page's files, which are part of the program.
enum Page {
  struct File: Sendable {
    var bytes: [UInt8]
    var type: String
    var sha256: String
  }

  static let files: [String: File] = {
    var files: [String: File] = [:]
    var number = 0
    while let file = tondo_page(number)?.pointee {
      let name = String(cString: file.name)
      let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      files[name] = File(bytes: bytes, type: type(of: name), sha256: SHA256.of(bytes))
      number += 1
    }
    return files
  }()

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "json", "webmanifest": "application/json"
    default: "application/octet-stream"
    }
  }
}

extension Route {
  static let page = [
    Route("GET", "/", .open) { call, _ throws(WebProblem) in try file("index.html", call) },
    Route("GET", "/assets/*", .open) { call, _ throws(WebProblem) in
      try file(String(decoding: call.path.bytes, as: UTF8.self), call)
    },
  ]

  private static func file(_ name: String, _ call: Call) throws(WebProblem) -> Reply {
    guard let file = Page.files[name] else { throw .noSuchThing("/assets/" + escaped(name.utf8)) }
    return Reply(bytes: file.bytes, type: file.type).tagged(file.sha256, for: call, cache: "no-cache")
  }

  static let all = page + session + avatars + health
}
