// What people were told is kept as text, where earlier versions kept plain words: these stay what they are.

extension Message {
  package var stored: String { verbatim ?? storedText(self) ?? text(in: .english) }

  package init(stored text: String) { self = kept(text) ?? .verbatim(text) }
}

extension Explanation {
  package var stored: String { storedText(self) ?? problem.text(in: .english) }

  package init(stored text: String) { self = kept(text) ?? Explanation(.verbatim(text), nil) }
}

extension Warning {
  package var stored: String { Warning(text: text) == self ? text : storedText(self) ?? text }

  package init(stored text: String) { self = kept(text) ?? Warning(text: text) }
}

private func storedText(_ value: some Encodable) -> String? {
  (try? Wire.line(value)).map { String(decoding: $0.dropLast(), as: UTF8.self) }
}

private func kept<Value: Decodable>(_ text: String) -> Value? {
  text.hasPrefix("{") ? try? Wire.value(Value.self, from: Array(text.utf8)) : nil
}
