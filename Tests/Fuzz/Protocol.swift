internal import Model

/// What a worker says, or is told, is read or refused; what is read is the same when it is written.
func fuzzProtocol(_ bytes: [UInt8]) {
  roundTrip(RenderRequest.self, bytes)
  roundTrip(RenderReply.self, bytes)
  roundTrip(Request.self, bytes)
  roundTrip(Answer.self, bytes)
  roundTrip(Confinement.self, bytes)
}

private func roundTrip<Value: Codable & Equatable>(_ type: Value.Type, _ bytes: [UInt8]) {
  guard let value = try? Wire.value(type, from: bytes) else { return }
  guard let line = try? Wire.line(value) else { fatalError("\(type) cannot be written") }
  hold(line.firstIndex(of: 10) == line.count - 1, "\(type) is no line")
  hold((try? Wire.value(type, from: line)) == value, "\(type) changes when it is written")
}
