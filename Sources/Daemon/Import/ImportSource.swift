package import Importing
package import Model

/// Where rows come from.
package struct ImportSource: Sendable {
  /// For people.
  package var name: String
  /// The folder that its ids lie in.
  package var folder: BytePath
  /// Reads it from the start; called twice.
  package var open: @Sendable () throws(CommandProblem) -> any RowReader

  package init(
    name: String, folder: BytePath = .here,
    open: @escaping @Sendable () throws(CommandProblem) -> any RowReader
  ) {
    self.name = name
    self.folder = folder
    self.open = open
  }
}
