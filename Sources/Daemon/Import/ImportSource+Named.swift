internal import Importing
internal import Model

extension ImportSource {
  /// One that a person has named: a folder or a document.
  ///
  /// - Parameters:
  ///   - path: absolute, or below the current folder.
  ///   - idFrom: what ids are taken from.
  ///   - columns: the source's own names of columns, by ours.
  ///   - photos: what the photos that a document names are relative to; nil: its own folder.
  ///   - root: what is imported into, of which nothing is taken.
  package init(
    _ path: [UInt8], idFrom: String?, columns: [String: String], photos: [UInt8]?, besides root: [UInt8]
  ) {
    let options = SourceOptions(idFrom: idFrom, columns: columns, photos: photos, besides: root)
    self.init(name: escaped(path)) { () throws(CommandProblem) in try Source.open(path, options) }
  }
}
