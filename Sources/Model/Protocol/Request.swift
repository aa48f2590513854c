/// What a command asks of the daemon: a file in `.tondo/requests/`, which stays until it is done, so that a crash
/// loses nothing; its answer takes its place under another name.
package enum Request: Hashable, Sendable, Codable {
  case retry(id: String)
  case retryAll
  case remove(id: String)
  case rename(from: String, to: String)
  case reload
}

/// What became of a request.
package struct Answer: Hashable, Sendable, Codable {
  /// sysexits; 0: done.
  package var exitCode: Int32
  /// For the person who asked.
  package var text: Message

  package init(exitCode: Int32, text: Message) {
    self.exitCode = exitCode
    self.text = text
  }
}
