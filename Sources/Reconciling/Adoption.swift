package import Files
package import Model

/// What the folders tell of an id that the ledger does not know: the record as its manifest gives it.
package enum Adoption {
  /// Nil where the manifest's account does not name an original that lies there, unless it is a placeholder alone.
  ///
  /// Nothing is read but the manifest. A file that changed later than the manifest gets no signature, and is so
  /// looked at more closely: by its digest, which the account holds.
  /// - Parameters:
  ///   - id: by the manifest's path.
  ///   - edit: what the manifest says.
  ///   - signature: of a regular file below the root; nil where there is none.
  /// - Returns: what the ledger would hold.
  /// - Throws: what `signature` does.
  package static func record(
    _ id: AvatarID, _ edit: ManifestEdit, signature: (BytePath) throws(FileFailure) -> FileSignature?
  ) throws(FileFailure) -> Record? {
    guard let account = edit.manifest.account,
      account.avatars.allSatisfy({ isAvatar($0.file, of: id) })
    else { return nil }
    let original = try account.original.flatMap { told throws(FileFailure) in
      try self.original(id, told, edit, signature)
    }
    // A placeholder alone has none; anything else must have the one that it tells of.
    let isPlaceholder = edit.manifest.attributes.placeholder != nil
    guard (original != nil) == (account.original != nil), isPlaceholder || original != nil,
      isPlaceholder || account.crop != nil
    else { return nil }
    let folder = Places.avatars.appending(id.path.folder)
    var avatars: [FileSignature] = []
    for avatar in account.avatars {
      let found = try signature(folder.appending(avatar.file.utf8))
      avatars.append(trusted(found, bytes: avatar.bytes, edit) ?? .none)
    }
    return Record(
      original: original, attributes: edit.manifest.attributes, crop: account.crop, avatars: account.avatars,
      avatarSignatures: avatars, warnings: account.warnings, made: account.made,
      processed: account.processed, manifest: edit.text, manifestSignature: edit.signature)
  }

  private static func original(
    _ id: AvatarID, _ told: Manifest.Original, _ edit: ManifestEdit,
    _ signature: (BytePath) throws(FileFailure) -> FileSignature?
  ) throws(FileFailure) -> Record.Original? {
    guard let path = BytePath(told.file), let below = path.below(Places.originals),
      AvatarID(original: below) == id, let found = try signature(path)
    else { return nil }
    return Record.Original(
      file: WirePath(path.bytes), facts: told.facts,
      signature: trusted(found, bytes: told.facts.bytes, edit) ?? .none)
  }

  /// Whether a file has an avatar's name, `ID-SIZE.EXT`: what the record names is replaced and removed unasked.
  private static func isAvatar(_ file: String, of id: AvatarID) -> Bool {
    file.utf8.starts(with: id.path.name + [UInt8(ascii: "-")])
      && OutputFormat.allCases.contains { file.hasSuffix(".\($0.fileExtension)") }
  }

  /// The manifest is written last, so what it tells of is older.
  private static func trusted(_ signature: FileSignature?, bytes: Int, _ edit: ManifestEdit) -> FileSignature?
  {
    guard let signature, signature.size == bytes, signature.changed <= edit.signature.changed else {
      return nil
    }
    return signature
  }
}
