internal import Model

/// A record as bytes: a start with a million ids reads them in seconds, where JSON takes minutes.
///
/// The first number is the layout's. A record of another layout cannot be read and counts as damage, which costs no
/// more than building the ledger anew from the folders.
enum PackedRecord {
  private static let layout = 1

  static func bytes(of record: Record) -> [UInt8] {
    var packer = Packer(capacity: 1024)
    packer.add(layout)
    packer.add(record)
    return packer.bytes
  }

  static func record(from bytes: [UInt8]) throws(Unpacker.Failure) -> Record {
    var unpacker = Unpacker(bytes)
    guard try unpacker.int() == layout else { throw Unpacker.Failure() }
    let record = try unpacker.record()
    guard unpacker.isAtEnd else { throw Unpacker.Failure() }
    return record
  }
}

extension Packer {
  fileprivate mutating func add(_ record: Record) {
    add(record.original.bytes)
    add(record.facts)
    add(record.originalSignature)
    add(record.attributes)
    for number in [record.crop.x, record.crop.y, record.crop.size] { add(number) }
    add(record.avatars) { $0.add($1) }
    add(record.avatarSignatures) { $0.add($1) }
    add(record.warnings) { $0.add($1) }
    for text in [record.made, record.processed, record.manifest] { add(text) }
    add(record.manifestSignature)
    add(record.job.map { [$0] } ?? []) { packer, job in
      packer.add(job.file.bytes)
      packer.add(job.signature)
    }
  }

  private mutating func add(_ facts: OriginalFacts) {
    add(facts.sha256)
    add(facts.format.rawValue)
    for number in [facts.bytes, facts.size.width, facts.size.height] { add(number) }
  }

  private mutating func add(_ avatar: Manifest.Avatar) {
    add(avatar.file)
    add(avatar.format.rawValue)
    add(avatar.size)
    add(avatar.bytes)
    add(avatar.sha256)
  }

  private mutating func add(_ signature: FileSignature) {
    add(Int(bitPattern: UInt(signature.inode)))
    add(signature.size)
    add(Int(signature.modified))
    add(Int(signature.changed))
  }
}

extension Unpacker {
  fileprivate mutating func record() throws(Failure) -> Record {
    Record(
      original: WirePath(try content()), facts: try facts(), originalSignature: try signature(),
      attributes: try attributes(), crop: CropSquare(x: try int(), y: try int(), size: try int()),
      avatars: try list { unpacker throws(Failure) in try unpacker.avatar() },
      avatarSignatures: try list { unpacker throws(Failure) in try unpacker.signature() },
      warnings: try list { unpacker throws(Failure) in try unpacker.text() }, made: try text(),
      processed: try text(),
      manifest: try text(), manifestSignature: try signature(),
      job: try list { unpacker throws(Failure) in
        Record.AppliedJob(file: WirePath(try unpacker.content()), signature: try unpacker.signature())
      }.first)
  }

  private mutating func facts() throws(Failure) -> OriginalFacts {
    let (digest, format): (String, InputFormat) = (try text(), try choice())
    return OriginalFacts(
      sha256: digest, bytes: try int(), format: format, size: PixelSize(width: try int(), height: try int()))
  }

  private mutating func avatar() throws(Failure) -> Manifest.Avatar {
    let (file, format): (String, OutputFormat) = (try text(), try choice())
    return Manifest.Avatar(file: file, size: try int(), format: format, bytes: try int(), sha256: try text())
  }

  private mutating func signature() throws(Failure) -> FileSignature {
    FileSignature(
      inode: UInt64(UInt(bitPattern: try int())), size: try int(), modified: Int64(try int()),
      changed: Int64(try int()))
  }
}
