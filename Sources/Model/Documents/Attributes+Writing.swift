extension Attributes {
  /// As the manifest has it; what is left to the settings is left out.
  package var json: JSONValue {
    var members = placement?.members ?? []
    if rotation != .none { members.append(JSONMember("rotation", JSONValue(rotation.rawValue))) }
    if let shape { members.append(JSONMember("shape", JSONValue(shape.rawValue))) }
    if let background { members.append(JSONMember("background", JSONValue(background.text))) }
    if let placeholder { members.append(JSONMember("placeholder", placeholder.json)) }
    return JSONValue(.object(members))
  }
}

extension Placement {
  fileprivate var members: [JSONMember] {
    switch self {
    case .relative(let scale, let position):
      [JSONMember("scale", JSONValue(scale)), JSONMember("position", position.json)]
    case .onScreen(let viewport, let scale, let position):
      [
        JSONMember("scale", JSONValue(scale)), JSONMember("position", position.json),
        JSONMember("viewport", viewport.json),
      ]
    case .crop(let rectangle): [JSONMember("crop", rectangle.json)]
    }
  }
}

extension Position {
  fileprivate var json: JSONValue { ["x": JSONValue(x), "y": JSONValue(y)] }
}

extension Viewport {
  fileprivate var json: JSONValue {
    ["width": JSONValue(width), "height": JSONValue(height), "inset": JSONValue(inset)]
  }
}

extension CropRectangle {
  fileprivate var json: JSONValue {
    switch self {
    case .square(let x, let y, let size): ["x": JSONValue(x), "y": JSONValue(y), "size": JSONValue(size)]
    case .rectangle(let x, let y, let width, let height):
      ["x": JSONValue(x), "y": JSONValue(y), "width": JSONValue(width), "height": JSONValue(height)]
    }
  }
}
