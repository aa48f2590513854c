internal import Model

extension Card {
  /// As the API shows it.
  func json(in language: Language) -> JSONValue { JSONValue(.object(members(in: language))) }

  func members(in language: Language) -> [JSONMember] {
    [
      JSONMember("id", JSONValue(orNull: id?.text)),
      JSONMember("file", JSONValue(orNull: file.map { String(decoding: $0.bytes, as: UTF8.self) })),
      JSONMember("state", JSONValue(state.rawValue)), JSONMember("attempts", JSONValue(attempts)),
      JSONMember("error", error?.json(in: language) ?? JSONValue(.null)),
      JSONMember("placeholder", JSONValue(.boolean(isPlaceholder))),
      JSONMember("photo", JSONValue(.boolean(hasPhoto))),
      JSONMember("etag", JSONValue(orNull: manifest)),
      JSONMember("avatars", JSONValue(.array(avatars.map { json($0) }))),
    ]
  }

  private func json(_ avatar: Manifest.Avatar) -> JSONValue {
    let folder = id?.path.folder ?? .here
    let path = encoded(folder.appending(avatar.file.utf8).bytes)
    return [
      "size": JSONValue(avatar.size), "format": JSONValue(avatar.format.rawValue),
      "bytes": JSONValue(avatar.bytes),
      "sha256": JSONValue(avatar.sha256), "url": JSONValue("/avatars/\(path)?v=\(avatar.sha256)"),
    ]
  }
}

extension Detail {
  func json(in language: Language) -> JSONValue {
    let warnings = (manifest?.account?.warnings ?? []).map { JSONValue($0.message.text(in: language)) }
    let missing: [(String, JSONValue)] = [
      ("attributes", [:]), ("original", JSONValue(.null)), ("crop", JSONValue(.null)), ("warnings", []),
    ]
    let written = (manifest?.json.members ?? []).map {
      $0.key == "warnings" ? JSONMember($0.key, JSONValue(.array(warnings))) : $0
    }
    let more = missing.map { key, value in written.first { $0.key == key } ?? JSONMember(key, value) }
    let preview = manifest.flatMap { manifest in
      manifest.account?.original.map { original in
        "/api/previews/\(encoded(manifest.id.path.bytes))?v=\(original.facts.sha256)"
      }
    }
    return JSONValue(
      .object(card.members(in: language) + more + [JSONMember("preview", JSONValue(orNull: preview))]))
  }
}

extension Explanation {
  func json(in language: Language) -> JSONValue {
    [
      "problem": JSONValue(problem.text(in: language)),
      "remedy": JSONValue(remedy?.text(in: language) ?? ""),
    ]
  }
}

extension Standing.Counts {
  var json: JSONValue {
    [
      "ready": JSONValue(ready), "waiting": JSONValue(waiting), "queued": JSONValue(queued),
      "processing": JSONValue(processing), "failed": JSONValue(failed), "all": JSONValue(all),
    ]
  }
}

extension Cursor {
  /// For an address.
  var text: String { hexadecimal(id) + "." + hexadecimal(file) }

  init?(_ text: String) {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false).map {
      bytes(ofHexadecimal: $0.utf8)
    }
    guard halves.count == 2, let id = halves[0], let file = halves[1] else { return nil }
    self.init(id: id, file: file)
  }
}

private func bytes(ofHexadecimal digits: Substring.UTF8View) -> [UInt8]? {
  let pairs = Array(digits)
  guard pairs.count % 2 == 0 else { return nil }
  return decoded(
    stride(from: 0, to: pairs.count, by: 2).flatMap { [UInt8(ascii: "%"), pairs[$0], pairs[$0 + 1]] }[...])
}

extension JSONValue {
  init(orNull text: String?) { self = text.map { JSONValue($0) } ?? JSONValue(.null) }

  /// Of an object; else none.
  var members: [JSONMember] { if case .object(let members) = content { members } else { [] } }

  /// The value of an object's key.
  subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

  var text: String? { if case .string(let text) = content { text } else { nil } }
}
