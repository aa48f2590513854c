internal import Model

extension Route {
  static let session = [
    Route("GET", "/api/session", .open) { call, house throws(WebProblem) in Reply(json: house.session(call))
    },
    Route("POST", "/api/session", .open, body: 4096) { call, house throws(WebProblem) in
      let token = try call.json()["token"]?.text ?? ""
      let number = try house.sessions.begin(token)
      return Reply(204).with(
        "Set-Cookie", cookie(number, call, seconds: Sessions.lifetime.components.seconds))
    },
    Route("DELETE", "/api/session", .open) { call, house throws(WebProblem) in
      house.sessions.end(call.headers)
      return Reply(204).with("Set-Cookie", cookie("", call, seconds: 0))
    },
    Route("GET", "/api/strings", .open) { call, _ throws(WebProblem) in
      Reply(json: call.language.page).with("Vary", "Accept-Language")
    },
  ]

  private static func cookie(_ number: String, _ call: Call, seconds: Int64) -> String {
    let isSecret = call.headers["origin"]?.lowercased().hasPrefix("https://") ?? false
    return "\(Sessions.cookie)=\(number); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(seconds)"
      + (isSecret ? "; Secure" : "")
  }
}

extension House {
  fileprivate func session(_ call: Call) -> JSONValue {
    [
      "signedIn": JSONValue(.boolean(call.isSignedIn)), "needsToken": JSONValue(.boolean(sessions.isNeeded)),
      "version": JSONValue(Version.current), "language": JSONValue(call.language.code),
      "languages": JSONValue(
        .array(Language.all.map { ["code": JSONValue($0.code), "name": JSONValue($0.name)] })),
      "outputs": JSONValue(
        .array(
          settings.outputs.map {
            [
              "size": JSONValue($0.size), "format": JSONValue($0.format.rawValue),
              "suffix": JSONValue($0.suffix),
            ]
          })),
      "shape": JSONValue(settings.shape.rawValue), "background": JSONValue(settings.background.text),
      "enlarge": JSONValue(.boolean(settings.enlarge)), "limits": ["bytes": JSONValue(settings.limits.bytes)],
      "maximumScale": JSONValue(settings.http?.maximumScale ?? Viewport.largestScale),
      "placeholders": [
        "symbols": JSONValue(.array(Symbol.allCases.map { JSONValue($0.rawValue) })),
        "renderings": JSONValue(.array(Placeholder.Mode.allCases.map { JSONValue($0.rawValue) })),
      ],
    ]
  }
}
