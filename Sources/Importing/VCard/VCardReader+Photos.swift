internal import Model

extension VCardReader {
  /// Reads a photo's value into the sink, be it written with the card or at an address.
  func photo(_ property: VCardProperty, _ sink: any PhotoSink) throws(CommandProblem) -> Card.Photo {
    let text = Array(property.value)
    if property.isQuotedPrintable { return try photo(.quotedPrintable, text, property, sink) }
    switch try beginning(of: text, isAddress: property.has("VALUE", among: ["URI", "URL", "CID"])) {
    case (.inline, let text): return try photo(.base64, text, property, sink)
    case (.data(let isBase64, let rest), _):
      return try photo(.address(isBase64: isBase64), rest, property, sink)
    case (.address(let address), _): return .address(address)
    case (.endless, _): return .refused(Explanation("import.photo.endlessAddress"))
    }
  }

  /// Reads on until it is clear what the value is.
  private func beginning(
    of text: [UInt8], isAddress: Bool
  ) throws(CommandProblem) -> (PhotoBeginning, text: [UInt8]) {
    var text = text
    while PhotoBeginning(text, isWhole: false, isAddress: isAddress) == nil, let part = try lines.part() {
      text += part.bytes
    }
    return (PhotoBeginning(text, isWhole: true, isAddress: isAddress) ?? .inline, text)
  }

  private func photo(
    _ coding: PhotoCoding, _ begun: [UInt8], _ property: VCardProperty, _ sink: any PhotoSink
  ) throws(CommandProblem) -> Card.Photo {
    let crop = property.parameter(ABCrop.parameter)
    let intake = PhotoIntake(sink, coding, withMD5: crop != nil)
    try intake.add(begun[...])
    repeat {
      while let part = try lines.part() { try intake.add(part.bytes) }
      if intake.goesOn() { try lines.goOn() }
    } while lines.isWithinLine
    switch try intake.finish() {
    case .photo(let photo, let md5):
      return .embedded(photo, md5.map { ABCrop.read(crop ?? "", photo: $0) } ?? .none)
    case .refused(let why): return .refused(why)
    case .nothing: return .none
    }
  }
}
