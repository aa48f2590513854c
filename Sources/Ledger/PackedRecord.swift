internal import Model

/// A record as bytes: a start with a million ids reads them in seconds, where JSON takes minutes.
///
/// The first number is the layout's. A record of another layout cannot be read and counts as damage, which costs no
/// more than building the ledger anew from the folders.
enum PackedRecord {
  /// What a record holds beside its avatars.
  enum Layout: Int {
    /// An original that is shown.
    case photo = 1
    /// An original, and a placeholder that is shown instead.
    case both = 2
    /// A placeholder for which no photo has come.
    case placeholder = 3

    fileprivate init(_ record: Record) {
      self = record.original == nil ? .placeholder : record.attributes.placeholder == nil ? .photo : .both
    }
  }

  /// SQL that is true of packed records with an original: the first byte is the layout's.
  static let hasOriginal = "substr(record, 1, 1) < x'06'"

  static func bytes(of record: Record) -> [UInt8] {
    var packer = Packer(capacity: 1024)
    let layout = Layout(record)
    packer.add(layout.rawValue)
    packer.add(record, layout)
    return packer.bytes
  }

  static func record(from bytes: [UInt8]) throws(Unpacker.Failure) -> Record {
    var unpacker = Unpacker(bytes)
    guard let layout = Layout(rawValue: try unpacker.int()) else { throw Unpacker.Failure() }
    let record = try unpacker.record(layout)
    guard unpacker.isAtEnd else { throw Unpacker.Failure() }
    return record
  }
}

extension Packer {
  fileprivate mutating func add(_ record: Record, _ layout: PackedRecord.Layout) {
    if let original = record.original {
      add(original.file.bytes)
      add(original.facts)
      add(original.signature)
    }
    add(record.attributes)
    if layout == .photo {
      for number in [record.crop?.x, record.crop?.y, record.crop?.size] { add(number ?? 0) }
    } else {
      add(record.attributes.placeholder?.text ?? "")
    }
    add(record.avatars) { $0.add($1) }
    add(record.avatarSignatures) { $0.add($1) }
    add(record.warnings) { $0.add($1.stored) }
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
  fileprivate mutating func record(_ layout: PackedRecord.Layout) throws(Failure) -> Record {
    let original = layout == .placeholder ? nil : try original()
    var attributes = try attributes()
    let crop = layout == .photo ? CropSquare(x: try int(), y: try int(), size: try int()) : nil
    if layout != .photo { attributes.placeholder = Placeholder(text: try text()) }
    return Record(
      original: original, attributes: attributes, crop: crop,
      avatars: try list { unpacker throws(Failure) in try unpacker.avatar() },
      avatarSignatures: try list { unpacker throws(Failure) in try unpacker.signature() },
      warnings: try list { unpacker throws(Failure) in Warning(stored: try unpacker.text()) },
      made: try text(),
      processed: try text(),
      manifest: try text(), manifestSignature: try signature(),
      job: try list { unpacker throws(Failure) in
        Record.AppliedJob(file: WirePath(try unpacker.content()), signature: try unpacker.signature())
      }.first)
  }

  private mutating func original() throws(Failure) -> Record.Original {
    Record.Original(file: WirePath(try content()), facts: try facts(), signature: try signature())
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
