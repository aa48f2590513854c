internal import Model

extension Base64Decoder.Fault: Explained {
  var explanation: Explanation {
    switch self {
    case .character(let byte): Explanation("import.photo.character", ["character": escaped([byte])])
    case .afterEnd: Explanation("import.photo.afterEnd")
    case .length(let count): Explanation("import.photo.length", ["count": count])
    }
  }
}
