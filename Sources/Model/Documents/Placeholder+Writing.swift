extension Placeholder {
  /// As a manifest has it; what is left to the settings is left out.
  var json: JSONValue {
    var members = content.map { [$0.member] } ?? []
    if let mode { members.append(JSONMember("rendering", JSONValue(mode.rawValue))) }
    if !colours.isEmpty {
      members.append(JSONMember("colors", JSONValue(.array(colours.map { JSONValue($0.written) }))))
    }
    if let gradient { members.append(JSONMember("gradient", gradient.json)) }
    if let appearance { members.append(JSONMember("appearance", JSONValue(appearance.rawValue))) }
    return JSONValue(.object(members))
  }

  /// The same on one line.
  package var text: String { json.line }

  /// Nil where `text` is not what `text` gives.
  package init?(text: String) {
    guard let read = try? Placeholder(reading: Array(text.utf8)) else { return nil }
    self = read
  }
}

extension Placeholder.Content {
  fileprivate var member: JSONMember {
    switch self {
    case .initials(let letters): JSONMember("initials", JSONValue(letters))
    case .name(let name): JSONMember("from", JSONValue(name))
    case .id: JSONMember("from", "id")
    case .symbol(let symbol): JSONMember("symbol", JSONValue(symbol.rawValue))
    case .image(let path): JSONMember("image", JSONValue(path))
    }
  }
}

extension Placeholder.Gradient {
  fileprivate var json: JSONValue {
    [
      "from": JSONValue(from.written), "to": JSONValue(to.written), "start": JSONValue(start.rawValue),
      "end": JSONValue(end.rawValue),
    ]
  }
}
