extension Attributes {
  /// Reads attributes that are a document of their own.
  package init(reading bytes: [UInt8]) throws(DocumentProblem) {
    try self.init(Field(value: try JSONValue(reading: bytes), path: "").object(Self.keys))
  }

  /// The keys that attributes may have, in the order in which they are told and written.
  static let keys = placementKeys + ["rotation", "shape", "background", "placeholder"]
  private static let placementKeys = ["scale"] + positionKeys + ["viewport", "crop"]
  private static let positionKeys = ["position", "offset", "xWidth", "yHeight"]

  /// Reads attributes among fields whose keys have been checked.
  init(_ fields: Fields) throws(DocumentProblem) {
    self.init(
      placement: try Self.placement(fields), rotation: try fields["rotation"]?.rotation() ?? .none,
      shape: try fields["shape"]?.word(Shape.self), background: try fields["background"].map(Background.init),
      placeholder: try fields["placeholder"].map(Placeholder.init))
  }

  private static func placement(_ fields: Fields) throws(DocumentProblem) -> Placement? {
    let given = fields.present(placementKeys)
    guard !given.isEmpty else { return nil }
    if let crop = fields["crop"] {
      if let other = given.first(where: { $0 != "crop" }) {
        throw fields.problem(.excluded(other, by: "crop"), key: other)
      }
      return .crop(try CropRectangle(crop))
    }
    let viewport = try fields["viewport"].map(Viewport.init)
    let scale = try fields["scale"]?.number(0.1...100) ?? 1
    let position = try position(fields, onScreen: viewport != nil)
    return viewport.map { .onScreen(viewport: $0, scale: scale, position: position) }
      ?? .relative(scale: scale, position: position)
  }

  private static func position(_ fields: Fields, onScreen: Bool) throws(DocumentProblem) -> Position {
    let given = fields.present(positionKeys)
    guard let first = given.first else { return .centre }
    let isPair = first == "xWidth" || first == "yHeight"
    if !isPair, given.count > 1 { throw fields.problem(.twoNames(first, given[1]), key: given[1]) }
    if isPair, !onScreen { throw fields.problem(.needsViewport(first), key: first) }
    return isPair ? try Position(fields, "xWidth", "yHeight") : try Position(fields, first)
  }
}

extension Position {
  static let keys = ["x", "y"]

  fileprivate init(_ fields: Fields, _ key: String) throws(DocumentProblem) {
    try self.init(fields.required(key).object(Self.keys), "x", "y")
  }

  /// A missing half is 0.
  fileprivate init(_ fields: Fields, _ x: String, _ y: String) throws(DocumentProblem) {
    self.init(x: try fields[x]?.number(-1e6...1e6) ?? 0, y: try fields[y]?.number(-1e6...1e6) ?? 0)
  }
}

extension Viewport {
  /// Points; no screen is smaller than the least, and what is much smaller leaves the numbers no precision.
  private static let sides = 0.01...1e6
  static let keys = ["width", "height", "inset"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    let width = try fields.required("width").number(Self.sides)
    let height = try fields.required("height").number(Self.sides)
    let insets = Bounds(0..<min(width, height) / 2)
    let inset =
      fields["inset"]
      ?? Field(value: JSONValue(.number(Self.defaultInset), at: field.value.at), path: "\(field.path).inset")
    self.init(width: width, height: height, inset: try inset.number(insets))
  }
}

extension CropRectangle {
  /// Upright pixels; the least is the side at scale 100 on an image of one pixel.
  private static let sides = 0.01...1e6
  private static let edges = -1e6...1e6
  static let keys = ["x", "y", "size", "width", "height"]

  fileprivate init(_ field: Field) throws(DocumentProblem) {
    let fields = try field.object(Self.keys)
    let x = try fields.required("x").number(Self.edges), y = try fields.required("y").number(Self.edges)
    if let size = fields["size"] {
      if let other = fields.present(["width", "height"]).first {
        throw fields.problem(.excluded(other, by: "size"), key: other)
      }
      self = .square(x: x, y: y, size: try size.number(Self.sides))
      return
    }
    guard !fields.present(["width", "height"]).isEmpty else { throw field.problem(.missingKey("size")) }
    self = .rectangle(
      x: x, y: y, width: try fields.required("width").number(Self.sides),
      height: try fields.required("height").number(Self.sides))
  }
}

extension Field {
  fileprivate func rotation() throws(DocumentProblem) -> Rotation {
    let degrees = try number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
    guard let whole = Int(exactly: degrees), let rotation = Rotation(rawValue: whole) else {
      throw problem(.notAmong(degrees, known: Rotation.allCases.map(\.rawValue)))
    }
    return rotation
  }
}
