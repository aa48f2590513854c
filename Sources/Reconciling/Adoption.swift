package import Files
package import Model

/// What the folders tell of an id that the ledger does not know: the record as its manifest gives it.
package enum Adoption {
  /// Nil where the manifest's account does not name an original that lies there.
  ///
  /// Nothing is read but the manifest. A file that changed later than the manifest gets no signature, and is so
  /// looked at more closely: by its digest, which the account holds.
  package static func record(_ id: AvatarID, _ edit: ManifestEdit, in root: Root) throws(FileFailure)
    -> Record?
  {
    guard let account = edit.manifest.account, let path = BytePath(account.original.file),
      let below = path.below(Places.originals), AvatarID(original: below) == id,
      account.avatars.allSatisfy({ isAvatar($0.file, of: id) }), let signature = try root.signature(path)
    else { return nil }
    let folder = Places.avatars.appending(id.path.folder)
    var avatars: [FileSignature] = []
    for avatar in account.avatars {
      let found = try root.signature(folder.appending(avatar.file.utf8))
      avatars.append(trusted(found, bytes: avatar.bytes, edit) ?? .none)
    }
    return Record(
      original: WirePath(path.bytes), facts: account.original.facts,
      originalSignature: trusted(signature, bytes: account.original.facts.bytes, edit) ?? .none,
      attributes: edit.manifest.attributes, crop: account.crop, avatars: account.avatars,
      avatarSignatures: avatars,
      warnings: account.warnings, made: account.made, processed: account.processed, manifest: edit.text,
      manifestSignature: edit.signature)
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
