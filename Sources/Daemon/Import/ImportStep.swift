internal import Importing
internal import Ledger
internal import Model

/// What is to be done for a row.
enum ImportStep: Hashable, Sendable {
  /// All of it is there, or was and has been changed by somebody since.
  case nothing
  /// The photo is there; its attributes are to become others.
  case placing
  /// With its attributes, where the row says any.
  case photo
  /// The photo that was there has been lost: it comes back, and its attributes stay.
  case original
}

/// What a row offers, as far as a decision needs it.
struct ImportOffer: Sendable {
  /// Nil where the row has attributes alone.
  var photo: Photo?
  var placing: Row.Placing

  struct Photo: Sendable {
    var bytes: Int
    /// Of its file; `.none` where it came inside a document.
    var source: FileSignature
  }
}

/// What the root holds for an id, by its manifest.
struct KeptPhoto: Sendable {
  /// False for a placeholder alone.
  var isPhoto: Bool
  var sha256: String
  var bytes: Int
  /// Of the photo as it is upright by itself.
  var rows: Int
  var attributes: Attributes

  /// Nil where the manifest does not tell.
  init?(_ manifest: Manifest) {
    let facts = manifest.account?.original?.facts
    attributes = manifest.attributes
    guard facts != nil || attributes.placeholder != nil else { return nil }
    isPhoto = facts != nil
    sha256 = facts?.sha256 ?? ""
    bytes = facts?.bytes ?? 0
    let isOnItsSide = [.quarter, .threeQuarters].contains(attributes.rotation)
    rows = (isOnItsSide ? facts?.size.width : facts?.size.height) ?? 0
  }
}

/// Compares a row with what was imported last and with what the root holds; what costs much is asked for last.
///
/// What a person changed after an import stays: only what differs from the last import is news.
/// - Parameters:
///   - offer: the row.
///   - known: what was imported last for the id; nil where nothing was.
///   - isThere: whether the id has a manifest.
///   - kept: reads it.
///   - sha256: of the offered photo.
/// - Returns: nil where attributes are for a photo that is not there.
func importStep(
  _ offer: ImportOffer, known: ImportMemory.Known?, isThere: Bool, kept: () throws -> KeptPhoto?,
  sha256: () throws -> String
) rethrows -> ImportStep? {
  var isSame = offer.photo == nil
  if let known, isThere {
    isSame = try isSame || offer.photo?.isSource(of: known) == true || known.sha256 == sha256()
    if isSame, known.placing == offer.placing.mark { return .nothing }
  }
  guard isThere, let kept = try kept(), kept.isPhoto || offer.isForNoPhoto else {
    return offer.photo != nil ? .photo : offer.isForNoPhoto ? .placing : nil
  }
  if !isSame, try offer.photo?.bytes != kept.bytes || kept.sha256 != sha256() { return .photo }
  return offer.placing.isSaid(by: kept) ? .nothing : .placing
}

extension ImportOffer {
  /// Whether it asks for a placeholder, and brings no photo to take its place.
  fileprivate var isForNoPhoto: Bool { photo == nil && placing.placeholder != nil }
}

extension ImportOffer.Photo {
  /// Whether it is the very file that was imported, unchanged since.
  fileprivate func isSource(of known: ImportMemory.Known) -> Bool {
    source != .none && source == known.source
  }
}

extension Row.Placing {
  var placeholder: Placeholder? {
    if case .attributes(let attributes) = self { attributes.placeholder } else { nil }
  }

  /// What tells it from another: equal marks mean equal placings.
  var mark: String {
    switch self {
    case .unsaid: ""
    case .attributes(let attributes): attributes.json.line
    case .clip(let clip): "clip \(clip.x) \(clip.y) \(clip.width) \(clip.height)"
    }
  }

  /// Whether a manifest says so already; what the settings decided for it is as good as said.
  fileprivate func isSaid(by kept: KeptPhoto) -> Bool {
    switch self {
    case .unsaid: return true
    case .clip(let clip):
      let crop = clip.crop(inHeight: kept.rows)
      return kept.attributes == Attributes(placement: .crop(crop))
    case .attributes(var attributes):
      attributes.placement = attributes.placement ?? kept.attributes.placement
      return attributes == kept.attributes
    }
  }
}
