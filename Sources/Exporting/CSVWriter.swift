internal import Files
package import Model

/// A table of what is published, as RFC 4180 has it: what other programs look up, and all that an import needs.
package enum CSVWriter {
  /// `file` and `original` are below the root; `sha256` is the file's.
  package static let columns = [
    "id", "file", "sha256", "original", "scale", "x", "y", "viewport", "crop", "rotation", "shape",
    "background",
  ]

  package static let header = line(columns)

  package static func row(_ id: AvatarID, _ record: Record, _ avatar: Manifest.Avatar) -> [UInt8] {
    let file = Places.avatars.appending(id.path.folder.appending(avatar.file.utf8))
    let original = record.original.map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? ""
    let attributes = record.attributes
    return line(
      [id.text, file.text ?? "", avatar.sha256, original] + placement(attributes.placement) + [
        attributes.rotation == .none ? "" : "\(attributes.rotation.rawValue)",
        attributes.shape?.rawValue ?? "", attributes.background?.text ?? "",
      ])
  }

  /// The fields `scale`, `x`, `y`, `viewport` and `crop`.
  private static func placement(_ placement: Placement?) -> [String] {
    switch placement {
    case nil: [String](repeating: "", count: 5)
    case .relative(let scale, let position):
      [numberText(scale), numberText(position.x), numberText(position.y), "", ""]
    case .onScreen(let viewport, let scale, let position):
      [numberText(scale), numberText(position.x), numberText(position.y), text(viewport), ""]
    case .crop(let rectangle): ["", "", "", "", text(rectangle)]
    }
  }

  private static func text(_ viewport: Viewport) -> String {
    "\(numberText(viewport.width))x\(numberText(viewport.height)),\(numberText(viewport.inset))"
  }

  private static func text(_ rectangle: CropRectangle) -> String {
    switch rectangle {
    case .square(let x, let y, let size): "\(numberText(x)),\(numberText(y)),\(numberText(size))"
    case .rectangle(let x, let y, let width, let height):
      "\(numberText(x)),\(numberText(y)),\(numberText(width))x\(numberText(height))"
    }
  }

  private static func line(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\r\n").utf8)
  }

  /// In quotes where it holds what would end it (section 2.6), or where a reader might trim it.
  private static func quoted(_ field: String) -> String {
    let special = Array(",;\"\r\n\t".utf8)
    let isPlain =
      !field.utf8.contains(where: special.contains) && field.utf8.first != 0x20 && field.utf8.last != 0x20
    if isPlain { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
