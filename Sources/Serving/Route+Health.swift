internal import Model

extension Route {
  static let health = [
    Route("GET", "/healthz", .open) { call, house throws(WebProblem) in
      guard let why = await house.gallery.trouble() else { return Reply(text: "ok\n") }
      return Reply(text: "paused: \(why.text(in: call.language))\n", status: 503)
    },
    Route("GET", "/metrics") { _, house throws(WebProblem) in
      let metrics = Metrics(
        try await house.gallery.figures(), answers: house.traffic.answers,
        connections: house.traffic.connections)
      return Reply(text: metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
    },
  ]
}
