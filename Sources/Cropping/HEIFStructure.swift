internal import Model

/// The boxes on the outermost level of a HEIF or AVIF file.
struct HEIFStructure {
  let bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  /// What is not there; nil where all is.
  ///
  /// The last box may reach to the end, wherever that is.
  var missing: Message? {
    var place = 0
    while place < bytes.count {
      guard let length = length(place) else { return Message("detail.boxLength") }
      guard length >= 8 else { return nil }
      if length > bytes.count - place { return Message("detail.box", ["place": place]) }
      place += length
    }
    return nil
  }

  /// Where the box `meta` lies, which says what pictures there are.
  var description: Range<Int>? {
    var place = 0
    while place < bytes.count, let length = length(place), length >= 8 {
      let end = min(bytes.count, place + min(length, bytes.count))
      if bytes.has("meta", at: place + 4) { return place..<end }
      place = end
    }
    return nil
  }

  private func length(_ place: Int) -> Int? {
    switch bytes.number(place, bytes: 4) {
    case 0: bytes.count - place
    case 1: bytes.number(place + 8, bytes: 8)
    case let length: length
    }
  }
}
