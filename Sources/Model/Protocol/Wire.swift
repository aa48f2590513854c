internal import FoundationEssentials

/// The lines between daemon and worker: one JSON document each, without a newline inside.
package enum Wire {
  /// The line, with its newline.
  package static func line(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  package static func value<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(line))
  }
}
