/// A key of Tondo's own account that a person changed: it is undone, and told where the change belongs.
package struct AccountChange: Hashable, Sendable {
  /// As in `crop.x`.
  package var key: String
  package var instead: Instead

  package init(_ key: String, instead: Instead) {
    self.key = key
    self.instead = instead
  }

  /// Where such a change belongs.
  package enum Instead: Hashable, Sendable {
    /// Under `attributes`.
    case attribute(String)
    case setting(String)
    /// A command, such as `tondo rename`.
    case command(String)
    case nothing
  }
}

extension Manifest {
  /// Tells what of Tondo's own keys does not say what Tondo wrote.
  ///
  /// A missing key is no change: a manifest may be as short as `{ "attributes": { } }`. Where the `id` is another's,
  /// the text is a copy of another manifest, and only that is told. What is no JSON has no changes.
  /// - Parameters:
  ///   - text: as found.
  ///   - expected: as Tondo would write it.
  /// - Returns: the changes, in the order of the manifest.
  package static func changes(in text: [UInt8], from expected: Manifest) -> [AccountChange] {
    guard let found = (try? JSONValue(reading: text))?.content, case .object(let members) = found,
      case .object(let written) = expected.json.content
    else { return [] }
    let changes = written.filter { accountKeys.contains($0.key) }.flatMap { own in
      members.filter { $0.key == own.key }.flatMap { differences(own.key, own.value, $0.value) }
    }
    let id = changes.filter { $0 == "id" }
    return (id.isEmpty ? changes : id).map { AccountChange($0, instead: instead(of: $0)) }
  }

  /// The paths of the members that differ; the whole where it is not an object on both sides.
  private static func differences(_ path: String, _ own: JSONValue, _ found: JSONValue) -> [String] {
    guard case .object(let ours) = own.content, case .object(let theirs) = found.content else {
      return own == found ? [] : [path]
    }
    let added = theirs.filter { member in !ours.contains { $0.key == member.key } }.map(\.key)
    let changed = ours.filter { member in
      !theirs.contains { $0.key == member.key && $0.value == member.value }
    }
    return (changed.map(\.key) + added).map { "\(path).\($0)" }
  }

  private static func instead(of key: String) -> AccountChange.Instead {
    switch key.prefix(while: { $0 != "." }) {
    case "id": .command("tondo rename")
    case "crop": .attribute("crop")
    case "avatars": .setting("outputs")
    case "made": .command("tondo retry")
    default: .nothing
    }
  }
}
