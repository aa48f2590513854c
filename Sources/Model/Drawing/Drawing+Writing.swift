extension Drawing {
  /// The same as a value of JSON, in one way only: what a fingerprint is made of.
  var canonical: JSONValue {
    [
      "figure": figure.canonical, "field": field?.canonical ?? JSONValue(.null),
      "layers": JSONValue(
        .array(layers.map { ["paint": $0.paint.canonical, "opacity": JSONValue($0.opacity)] })),
    ]
  }
}

extension Drawing.Figure {
  fileprivate var canonical: JSONValue {
    switch self {
    case .letters(let text): ["letters": JSONValue(text)]
    case .symbol(let symbol): ["symbol": JSONValue(symbol.rawValue)]
    }
  }
}

extension Paint {
  fileprivate var canonical: JSONValue {
    switch self {
    case .plain(let colour): JSONValue(colour.canonical)
    case .gradient(let from, let to, let start, let end):
      [
        "from": JSONValue(from.canonical), "to": JSONValue(to.canonical), "start": JSONValue(start.rawValue),
        "end": JSONValue(end.rawValue),
      ]
    }
  }
}

extension RGBA {
  fileprivate var canonical: String { "#" + hexadecimal([red, green, blue, alpha]) }
}
