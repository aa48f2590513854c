package import Model

/// How the files of a flat folder are called, as in `{id}-{size}.{ext}`.
package struct NamePattern: Hashable, Sendable {
  private let pieces: [Piece]

  private enum Piece: Hashable {
    case text(String)
    case id, size, ext
  }

  package static let usual = "{id}-{size}.{ext}"

  /// - Parameter text: with `{id}`, without which all files would have one name.
  /// - Throws: what is wrong with it.
  package init(_ text: String) throws(CommandProblem) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let first = rest.first {
      if let (name, piece) = Self.names.first(where: { rest.hasPrefix($0.key) }) {
        pieces.append(piece)
        rest = rest.dropFirst(name.count)
      } else {
        guard !"/{}\0".contains(first) else { throw Self.problem(text) }
        pieces.append(.text(String(rest.removeFirst())))
      }
    }
    // `{id}{size}` does not tell `a1` of 2 pixels from `a` of 12.
    let pairs = zip(pieces, pieces.dropFirst())
    let isUnclear = pairs.contains { [.id, .size] == Set([$0, $1]) }
    guard pieces.contains(.id), !isUnclear else { throw Self.problem(text) }
    self.pieces = pieces
  }

  private static let names: KeyValuePairs<String, Piece> = ["{id}": .id, "{size}": .size, "{ext}": .ext]

  private static func problem(_ text: String) -> CommandProblem {
    .usage(Message("export.usage.pattern", ["pattern": escaped(text.utf8)]))
  }

  /// A file's name; folders of the id become part of it.
  package func name(_ id: AvatarID, size: Int, _ format: OutputFormat) -> [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .id: Self.flat(id)
      case .size: Array("\(size)".utf8)
      case .ext: Array(format.fileExtension.utf8)
      }
    }
  }

  /// `sales/jane` as `sales-jane`.
  private static func flat(_ id: AvatarID) -> [UInt8] {
    id.path.bytes.map { $0 == BytePath.separator ? UInt8(ascii: "-") : $0 }
  }

  /// Those whose files would have one name, each with another of them.
  package static func twins(among ids: [AvatarID]) -> [AvatarID: AvatarID] {
    let groups = Dictionary(grouping: ids, by: flat).values.filter { $0.count > 1 }
    let pairs = groups.flatMap { group in group.indices.map { (group[$0], group[$0 == 0 ? 1 : 0]) } }
    return Dictionary(pairs) { first, _ in first }
  }
}
