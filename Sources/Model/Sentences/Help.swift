/// What `--help` prints.
package enum HelpText {
  package static let overview = Message("help.overview")

  package static func of(_ command: String) -> Message { Message("help.\(command)") }
}
