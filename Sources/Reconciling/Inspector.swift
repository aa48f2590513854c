internal import Digest
package import Files
package import Model

/// Reads what the folders hold for one id.
package struct Inspector: Sendable {
  let root: Root

  package init(root: Root) { self.root = root }

  /// Fills in what lies in `originals/` and `avatars/`; what lies in the inbox is the caller's to know.
  package func inspect(_ id: AvatarID, record: Record?, into found: inout Found) throws(FileFailure) {
    found.original = try original(record)
    let manifest = try root.look(Places.manifest(id))
    found.manifest = try read(manifest, id, record)
    guard let record else { return }
    let avatars = try avatars(id, record)
    found.avatarsAreDamaged = avatars == nil
    found.touched = try touched(id, record, found, manifest, avatars)
  }

  /// A file that was only touched would be read again at each comparison, for ever.
  private func touched(
    _ id: AvatarID, _ record: Record, _ found: Found, _ manifest: Root.Kind?, _ avatars: [FileSignature]?
  ) throws(FileFailure) -> Record? {
    var touched = record
    touched.avatarSignatures = avatars ?? record.avatarSignatures
    if found.manifest == .ours, manifest?.signature != record.manifestSignature,
      let now = try root.digest(Places.manifest(id)), now.sha256 == record.manifest
    {
      touched.manifestSignature = now.signature
    }
    return touched == record ? nil : touched
  }

  /// Whether the kept original is as recorded.
  private func original(_ record: Record?) throws(FileFailure) -> KeptOriginal {
    guard let original = record?.original, let path = BytePath(original.file.bytes) else { return .none }
    guard let signature = try root.signature(path) else { return .gone }
    return signature == original.signature ? .intact : .changed(signature)
  }

  private func read(
    _ manifest: Root.Kind?, _ id: AvatarID, _ record: Record?
  ) throws(FileFailure) -> FoundManifest {
    let path = Places.manifest(id)
    guard let manifest else { return .missing }
    guard let signature = manifest.signature else {
      return .unreadable(Explanation("manifest.noRegularFile", ["name": escaped(path.name)]))
    }
    if let record, signature == record.manifestSignature { return .ours }
    let read: (bytes: [UInt8], signature: FileSignature)?
    do throws(FileFailure) { read = try root.read(path, atMost: Document.largest) } catch {
      return .unreadable(Explanation(error.problem.explanation.problem, nil))
    }
    guard let read else { return .missing }
    return understood(id, read.bytes, read.signature, record)
  }

  private func understood(
    _ id: AvatarID, _ bytes: [UInt8], _ signature: FileSignature, _ record: Record?
  ) -> FoundManifest {
    if bytes.isEmpty { return .empty }
    let text = SHA256.of(bytes)
    if text == record?.manifest { return .ours }
    do throws(DocumentProblem) {
      let manifest = try Manifest(reading: bytes, id: id)
      return .edited(
        ManifestEdit(
          manifest: manifest, changes: changes(bytes, id, record), text: text, signature: signature))
    } catch {
      return .unreadable(error.explanation(in: escaped(Places.manifest(id).name)))
    }
  }

  private func changes(_ bytes: [UInt8], _ id: AvatarID, _ record: Record?) -> [AccountChange] {
    guard let record else { return [] }
    let written = Manifest(id: id, attributes: record.attributes, account: .init(record))
    return Manifest.changes(in: bytes, from: written)
  }

  /// The avatars' signatures, where all hold the bytes that were written; nil where one does not, or is missing.
  private func avatars(_ id: AvatarID, _ record: Record) throws(FileFailure) -> [FileSignature]? {
    let folder = Places.avatars.appending(id.path.folder)
    let found = try root.signatures(of: record.avatars.map { Array($0.file.utf8) }, in: folder)
    var signatures: [FileSignature] = []
    for (index, avatar) in record.avatars.enumerated() {
      let known = index < record.avatarSignatures.count ? record.avatarSignatures[index] : FileSignature.none
      if found[index] == known {
        signatures.append(known)
      } else if let now = try root.digest(folder.appending(avatar.file.utf8)), now.sha256 == avatar.sha256 {
        signatures.append(now.signature)
      } else {
        return nil
      }
    }
    return signatures
  }
}
