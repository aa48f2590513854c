internal import Digest
internal import Model

/// Writes avatars as cards: version 3.0 (RFC 2426), or 4.0 (RFC 6350).
package struct VCardWriter: Sendable {
  package enum Version: String, Sendable, CaseIterable {
    case three = "3.0"
    case four = "4.0"
  }

  private let version: Version

  package init(_ version: Version = .three) { self.version = version }

  package func card(_ exported: Exported) -> [UInt8] {
    let id = escaped(exported.id.text)
    var text = FoldedText(width: 75, lineEnd: "\r\n")
    text.add("BEGIN:VCARD")
    text.add("VERSION:" + version.rawValue)
    text.add("UID:" + id)
    text.add("FN:" + id)
    if version == .three { text.add("N:;\(id);;;") }
    text.add(photo(exported))
    text.add("END:VCARD")
    return text.bytes
  }

  private func escaped(_ text: String) -> String {
    text.flatMap { character -> [Character] in
      switch character {
      case "\\", ",", ";": ["\\", character]
      case "\n", "\r\n", "\r": ["\\", "n"]
      default: [character]
      }
    }.map(String.init).joined()
  }

  private func photo(_ exported: Exported) -> [UInt8] {
    let crop = exported.clip.map { ";X-ABCROP-RECTANGLE=" + rectangle($0, of: exported.image) } ?? ""
    let type = exported.format.rawValue
    let head =
      switch version {
      case .three: "PHOTO;ENCODING=b;TYPE=\(type.uppercased())\(crop):"
      case .four: "PHOTO\(crop):data:image/\(type);base64,"
      }
    return Array(head.utf8) + base64Text(exported.image)
  }

  /// Apple's form: the origin counts from the bottom, and the hash says which photo it is meant for.
  private func rectangle(_ clip: Exported.Clip, of image: [UInt8]) -> String {
    let square = clip.crop.square
    let side = Int(square.side.rounded())
    let x = Int(square.x.rounded())
    let y = clip.rows - Int(square.y.rounded()) - side
    return "ABClipRect_1&\(x)&\(y)&\(side)&\(side)&\(base64(MD5.of(image)))"
  }
}
