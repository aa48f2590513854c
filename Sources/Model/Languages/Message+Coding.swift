// In JSON a message is `{ "say": "photo.tooLong", "with": { "width": 40000, ... } }`; one that is the same in every
// language is its words, and so is whatever an earlier version wrote.

extension Message: Codable {
  private enum Key: CodingKey {
    case say, with
  }

  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = .verbatim(text)
      return
    }
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      key: try fields.decode(String.self, forKey: .say),
      arguments: try fields.decodeIfPresent([String: Argument].self, forKey: .with) ?? [:])
  }

  package func encode(to encoder: any Encoder) throws {
    if let verbatim {
      var value = encoder.singleValueContainer()
      return try value.encode(verbatim)
    }
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(key, forKey: .say)
    if !arguments.isEmpty { try fields.encode(arguments, forKey: .with) }
  }
}

extension Message.Argument: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let number = try? value.decode(Double.self) {
      self = .decimal(number)
    } else {
      self = .message(try value.decode(Message.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .decimal(let number): try value.encode(number)
    case .message(let message): try value.encode(message)
    }
  }
}
