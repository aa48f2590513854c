internal import Model

extension Route {
  static let avatars = [
    Route("GET", "/api/avatars") { call, house throws(WebProblem) in
      Reply(json: try await house.gallery.list(ListWish(call)).json(in: call.language))
    },
    Route("GET", "/api/avatars/*") { call, house throws(WebProblem) in
      try await detail(call.id(), call.language, house)
    },
    Route("PUT", "/api/avatars/*/attributes", body: 64 << 10) { call, house throws(WebProblem) in
      let attributes: Attributes
      do throws(DocumentProblem) { attributes = try Attributes(reading: call.body) } catch {
        throw .document(error)
      }
      return try await put(attributes, call, over: call.ifMatch(), house)
    },
    Route("PUT", "/api/avatars/*/placeholder", body: 64 << 10) { call, house throws(WebProblem) in
      let placeholder: Placeholder
      do throws(DocumentProblem) { placeholder = try Placeholder(reading: call.body) } catch {
        throw .document(error)
      }
      return try await put(placeholder, call, over: call.ifMatchGiven(), house)
    },
    Route("POST", "/api/avatars/*/retry") { call, house throws(WebProblem) in
      try await house.gallery.carryOut(.retry(id: call.id().text))
      return Reply(202)
    },
    Route("DELETE", "/api/avatars/*") { call, house throws(WebProblem) in
      try await house.gallery.carryOut(.remove(id: call.id().text))
      return Reply(204)
    },
    Route(
      "PUT", "/api/inbox/*",
      uploading: { call, house throws(WebProblem) in try await house.gallery.upload(to: call.path) }),
    Route("GET", "/api/previews/*") { call, house throws(WebProblem) in
      let preview = try await house.gallery.preview(call.id())
      var reply = Reply(200).with("Content-Type", "image/jpeg")
      reply.body = .file(preview.file)
      let isNamed = call.target["v"] == preview.original
      return reply.tagged("preview-1-\(preview.original)", for: call, cache: cache(isForever: isNamed))
    },
    Route("GET", "/api/events") { call, house throws(WebProblem) in
      var reply = Reply(200).with("Content-Type", "text/event-stream").with("Cache-Control", "no-store")
      reply.body = .stream(house.hub.join(call.language))
      return reply
    },
    Route("GET", "/avatars/*") { call, house throws(WebProblem) in
      let image = try await house.gallery.image(call.path)
      let isNamed = call.target["v"] == image.sha256
      var reply = Reply(200).with("Content-Type", "image/\(image.format.rawValue)")
      reply.body = .file(image.file)
      return reply.tagged(image.sha256, for: call, cache: cache(isForever: isNamed))
    },
  ]

  /// What has its digest in its address never changes there.
  private static func cache(isForever: Bool) -> String {
    isForever ? "private, max-age=31536000, immutable" : "private, no-cache"
  }

  private static func detail(_ id: AvatarID, _ language: Language, _ house: House) async throws(WebProblem)
    -> Reply
  {
    let detail = try await house.gallery.detail(id)
    let reply = Reply(json: detail.json(in: language))
    return detail.card.manifest.map { reply.with("ETag", "\"\($0)\"") } ?? reply
  }

  private static func put(
    _ attributes: Attributes, _ call: Call, over expected: String, _ house: House
  ) async throws(WebProblem) -> Reply {
    let id = try call.id()
    return try await written(id, call, house) { () throws(WebProblem) in
      let tag = try await house.gallery.put(attributes, of: id, over: expected)
      return Reply(json: ["etag": JSONValue(tag)]).with("ETag", "\"\(tag)\"")
    }
  }

  private static func put(
    _ placeholder: Placeholder, _ call: Call, over expected: String?, _ house: House
  ) async throws(WebProblem) -> Reply {
    let id = try call.id()
    return try await written(id, call, house) { () throws(WebProblem) in
      let tag = try await house.gallery.put(placeholder, of: id, over: expected)
      return tag.map { Reply(202).with("ETag", "\"\($0)\"") } ?? Reply(202)
    }
  }

  /// A text that changed meanwhile is shown, and nothing was written.
  private static func written(
    _ id: AvatarID, _ call: Call, _ house: House, _ write: () async throws(WebProblem) -> Reply
  ) async throws(WebProblem) -> Reply {
    do throws(WebProblem) { return try await write() } catch {
      guard case .changedMeanwhile = error else { throw error }
      var reply = try await detail(id, call.language, house)
      reply.status = 412
      return reply
    }
  }
}

extension ListWish {
  static let limits = 1...500

  init(_ call: Call) throws(WebProblem) {
    let target = call.target
    let state = try target["state"].map { text throws(WebProblem) in
      guard let state = CardState(rawValue: text) else { throw .badParameter("state", text) }
      return state
    }
    let after = try target["after"].map { text throws(WebProblem) in
      guard let cursor = Cursor(text) else { throw .badParameter("after", text) }
      return cursor
    }
    let limit = try target["limit"].map { text throws(WebProblem) in
      guard let limit = Int(text), Self.limits.contains(limit) else { throw .badParameter("limit", text) }
      return limit
    }
    self.init(state: state, search: target["search"] ?? "", after: after, limit: limit ?? 60)
  }
}

extension ListPage {
  func json(in language: Language) -> JSONValue {
    [
      "avatars": JSONValue(.array(cards.map { $0.json(in: language) })),
      "next": JSONValue(orNull: next?.text),
      "counts": counts.json,
    ]
  }
}
