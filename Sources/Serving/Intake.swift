internal import Model

/// A request whose body is coming.
struct Intake: Sendable {
  let route: Route
  private var call: Call
  let upload: (any Upload)?
  /// Bytes so far.
  private(set) var count = 0

  /// Written in pieces of this size: the library's are small.
  private static let piece = 256 << 10

  init(_ route: Route, _ call: Call, _ upload: (any Upload)? = nil) {
    self.route = route
    self.call = call
    self.upload = upload
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    call.body += bytes
    count += bytes.count
  }

  /// Whether there is enough of an upload to be written.
  var isFull: Bool { upload != nil && call.body.count >= Self.piece }

  /// The same, once its bytes so far were written.
  func written() async throws(WebProblem) -> Intake {
    var rest = self
    rest.call.body = []
    if let upload, !call.body.isEmpty { try await upload.add(call.body) }
    return rest
  }

  /// All bytes are there.
  func answer(_ house: House) async throws(WebProblem) -> Reply {
    if let upload {
      _ = try await written()
      try await upload.finish()
    }
    return try await route.answer(call, house)
  }
}
