internal import Digest
package import Files
package import Model

extension Publisher {
  /// Writes a manifest into staging and answers its text's SHA-256.
  func stage(_ manifest: Manifest, at staged: BytePath) throws(FileFailure) -> String {
    let text = manifest.text
    try root.recreate(staged, text, mode: Mode.document)
    return SHA256.of(text)
  }

  /// Writes the manifest of a record again: nothing else has changed.
  ///
  /// `expected` is the SHA-256 of the text that lies there now; nil where there is none. Answers the record with the
  /// new text, or nil where an edit came meanwhile, and holds.
  package func rewrite(
    _ id: AvatarID, _ record: Record, expected: String?, in staging: BytePath
  ) throws(FileFailure) -> Record? {
    let staged = staging.appending(Array("manifest.json".utf8))
    let path = Places.manifest(id)
    try root.makeFolders(path.folder, mode: Mode.avatarFolder)
    let sha256 = try stage(
      Manifest(id: id, attributes: record.attributes, account: .init(record)), at: staged)
    let swap = ManifestSwap(root: root, staged: staged, path: path, new: sha256, expected: expected)
    guard try swap.run() == .published else { return nil }
    try root.syncFolder(path.folder)
    var written = record
    written.manifest = sha256
    written.manifestSignature = try signature(of: sha256, at: path)
    return written
  }
}
