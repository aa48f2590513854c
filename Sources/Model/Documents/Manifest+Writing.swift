extension Manifest {
  /// The manifest as it is written; without an account only what a person decides.
  package var text: [UInt8] { json.document }

  /// The same as a value; its `line` is what `render --json` prints for each of several originals.
  package var json: JSONValue {
    let head = [
      JSONMember("version", JSONValue(Self.version)), JSONMember("id", JSONValue(id.text)),
      JSONMember("attributes", attributes.json),
    ]
    return JSONValue(.object(head + (account?.members ?? [])))
  }
}

extension Manifest.Account {
  fileprivate var members: [JSONMember] {
    let source =
      (original.map { [JSONMember("original", $0.json)] } ?? [])
      + (crop.map { [JSONMember("crop", $0.json)] } ?? [])
    return source + [
      JSONMember("avatars", JSONValue(.array(avatars.map(\.json)))),
      JSONMember("warnings", JSONValue(.array(warnings.map { JSONValue($0.text) }))),
      JSONMember("made", JSONValue(made)), JSONMember("processed", JSONValue(processed)),
    ]
  }
}

extension Manifest.Original {
  fileprivate var json: JSONValue {
    [
      "file": JSONValue(file), "sha256": JSONValue(facts.sha256), "bytes": JSONValue(facts.bytes),
      "format": JSONValue(facts.format.rawValue), "width": JSONValue(facts.size.width),
      "height": JSONValue(facts.size.height),
    ]
  }
}

extension Manifest.Avatar {
  fileprivate var json: JSONValue {
    [
      "file": JSONValue(file), "size": JSONValue(size), "format": JSONValue(format.rawValue),
      "bytes": JSONValue(bytes), "sha256": JSONValue(sha256),
    ]
  }
}

extension CropSquare {
  fileprivate var json: JSONValue { ["x": JSONValue(x), "y": JSONValue(y), "size": JSONValue(size)] }
}
