import Digest
import Model

@testable import Reconciling

// Times are small numbers: only their order counts.

func signature(_ time: Int64, inode: UInt64 = 1) -> FileSignature {
  FileSignature(inode: inode, size: 100, modified: time, changed: time)
}

func scaled(_ scale: Double?) -> Attributes {
  Attributes(placement: scale.map { .relative(scale: $0, position: .centre) })
}

/// As the scheduler's, without a digest.
@Sendable func made(_ sha256: String?, _ attributes: Attributes) -> String {
  if let placeholder = attributes.placeholder { return "\(placeholder)" }
  // As with settings whose shape is square: to say so changes nothing.
  var resolved = attributes
  resolved.shape = attributes.shape ?? .square
  return "\(sha256 ?? "") \(resolved)"
}

/// Jane's record at scale 1, made from `originals/jane.jpg`.
func jane(_ change: (inout Record) -> Void = { _ in }) -> Record {
  var record = Record(
    original: .init(
      file: WirePath(Array("originals/jane.jpg".utf8)),
      facts: OriginalFacts(
        sha256: "jane", bytes: 100, format: .jpeg, size: PixelSize(width: 30, height: 40)),
      signature: signature(1)),
    attributes: scaled(1), crop: CropSquare(x: 0, y: 5, size: 30),
    avatars: [.init(file: "jane-96.jpg", size: 96, format: .jpeg, bytes: 9, sha256: "a")],
    avatarSignatures: [signature(2)], warnings: [], made: "", processed: "then", manifest: "text",
    manifestSignature: signature(3))
  record.made = made("jane", record.attributes)
  change(&record)
  return record
}

/// Jane's record as a star, before any photo came.
func waitingJane(_ change: (inout Record) -> Void = { _ in }) -> Record {
  jane {
    $0.original = nil
    $0.crop = nil
    $0.attributes = star()
    $0.made = made(nil, star())
    change(&$0)
  }
}

/// As a star until the photo comes, which is then placed at the scale.
func star(_ scale: Double? = nil) -> Attributes { standIn(.star, scale) }

func standIn(_ symbol: Symbol, _ scale: Double? = nil) -> Attributes {
  Attributes(placement: scaled(scale).placement, placeholder: Placeholder(.symbol(symbol)))
}

extension Found {
  /// Jane's folders as they were left after `record` was published.
  static func after(_ record: Record?) -> Found {
    var found = Found()
    guard let record else { return found }
    found.original = record.original == nil ? .none : .intact
    found.manifest = .ours
    return found
  }

  mutating func photo(_ text: String, _ time: Int64) {
    guard let path = BytePath(text) else { preconditionFailure(text) }
    photos.append(Arrival(path: path, signature: signature(time)))
    photos.sort { $0.signature.changed < $1.signature.changed }
  }

  mutating func job(_ name: String, _ time: Int64, _ action: Job.Action) {
    guard let path = BytePath("inbox/\(name).job.json") else { preconditionFailure(name) }
    jobs.append(JobFile(path: path, signature: signature(time), action: action))
    jobs.sort { $0.signature.changed < $1.signature.changed }
  }

  mutating func job(_ name: String, _ time: Int64, scale: Double?) { job(name, time, .place(scaled(scale))) }

  mutating func edit(_ time: Int64, scale: Double?, as record: Record? = nil, changes: [AccountChange] = []) {
    edit(time, scaled(scale), as: record, changes: changes)
  }

  mutating func edit(
    _ time: Int64, _ attributes: Attributes, as record: Record? = nil, changes: [AccountChange] = []
  ) {
    guard let id = AvatarID("jane") else { return }
    let manifest = Manifest(id: id, attributes: attributes, account: record.map { .init($0) })
    self.manifest = .edited(
      ManifestEdit(manifest: manifest, changes: changes, text: "edit", signature: signature(time)))
  }
}

/// A decision in few words, so that a table can be read.
func told(_ decision: Decision) -> String {
  switch decision {
  case .nothing: "nothing"
  case .stayFailed: "stay failed"
  case .wait: "wait"
  case .make(let making): told(making)
  case .writeManifest(let attributes, let changes, let over):
    "write \(scale(attributes)) over \(over ?? "nothing")" + changes.map { ", undo \($0.key)" }.joined()
  case .accept: "accept"
  case .drop(let jobs): "drop " + names(jobs.map(\.path))
  case .remove(let files): "remove " + names(files)
  case .fail(.unreadableEdit): "fail: unreadable"
  case .fail(.folder(.originalGone)): "fail: original gone"
  case .fail(.folder(.manifestWithoutOriginal)): "fail: no original"
  case .fail(let failure): "fail: \(failure)"
  }
}

private func told(_ making: Making) -> String {
  "make \(source(making)) at \(scale(making.attributes)): \(making.cause.rawValue)"
    + (making.waiting.map { "; waits \(names([$0.path]))" } ?? "")
    + (making.jobs.isEmpty ? "" : "; done \(names(making.jobs.map(\.path)))")
    + (making.superseded.isEmpty ? "" : "; kept \(names(making.superseded.map(\.path)))")
    + (making.known.map { "; known \($0)" } ?? "")
}

private func source(_ making: Making) -> String {
  making.source.map { "\($0.path)" } ?? making.attributes.placeholder.map(shown) ?? "nothing"
}

private func shown(_ placeholder: Placeholder) -> String {
  switch placeholder.content {
  case .symbol(let symbol): symbol.rawValue
  case .initials(let letters): letters
  default: "\(placeholder)"
  }
}

private func names(_ paths: [BytePath]) -> String {
  paths.map { String(decoding: withoutExtension($0.name), as: UTF8.self) }.joined(separator: ", ")
}

private func scale(_ attributes: Attributes) -> String {
  if case .relative(let scale, _) = attributes.placement { "\(scale)" } else { "default" }
}
