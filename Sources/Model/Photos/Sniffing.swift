/// Tells formats by what the bytes are; names are not asked.
package enum Sniffing {
  /// The format of the photo, or why it is none.
  package static func format(of bytes: ByteReader) throws(PhotoProblem) -> InputFormat {
    if let format = photo(bytes) { return format }
    if isBeginning(bytes) { throw .truncated(Message("detail.onlyBeginning")) }
    if bytes.has([0x89, 0x50, 0x4E, 0x47]) || bytes.has("PNG", at: 1) {
      throw .damaged(format: .png, Message("detail.textMode"))
    }
    if isUnwritten(bytes) { throw .truncated(Message("detail.unwritten")) }
    throw .notAPhoto(looksLike: lookalike(bytes).map { Message($0) })
  }

  /// The same of the first bytes of a file; 64 tell most.
  package static func format(beginning bytes: [UInt8]) throws(PhotoProblem) -> InputFormat {
    let found = bytes.withUnsafeBytes { bytes in
      Result { () throws(PhotoProblem) in try format(of: ByteReader(bytes)) }
    }
    return try found.get()
  }

  private static func photo(_ bytes: ByteReader) -> InputFormat? {
    if bytes.has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.has(pngSignature) { return .png }
    if bytes.has("RIFF"), bytes.has("WEBP", at: 8) { return .webp }
    if bytes.has("GIF87a") || bytes.has("GIF89a") { return .gif }
    if tiffSignatures.contains(where: { bytes.has($0) }), !bytes.has("CR", at: 8) { return .tiff }
    return boxed(bytes)
  }

  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let tiffSignatures: [[UInt8]] = [
    [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
  ]

  /// HEIF and AVIF: the brands of the first box tell.
  private static func boxed(_ bytes: ByteReader) -> InputFormat? {
    guard bytes.has("ftyp", at: 4), let length = bytes.number(0, bytes: 4) else { return nil }
    let end = min(length, bytes.count, 4096)
    let brands = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
    let names = Set(brands.map { bytes.text($0, bytes: 4) })
    if !names.isDisjoint(with: ["avif", "avis"]) { return .avif }
    return names.isDisjoint(with: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"])
      ? nil : .heif
  }

  /// A few bytes that a photo could go on from.
  private static func isBeginning(_ bytes: ByteReader) -> Bool {
    guard bytes.count < 12 else { return false }
    let signatures =
      [[0xFF, 0xD8, 0xFF], pngSignature, Array("RIFF".utf8), Array("GIF8".utf8)] + tiffSignatures
    return signatures.contains { bytes.has(Array($0.prefix(bytes.count))) } || bytes.has("ftyp", at: 4)
  }

  private static func isUnwritten(_ bytes: ByteReader) -> Bool {
    bytes.count >= 16 && (0..<min(bytes.count, 4096)).allSatisfy { bytes.byte($0) == 0 }
  }

  /// The name of a sentence.
  private static func lookalike(_ bytes: ByteReader) -> String? {
    let start = bytes.text(0, bytes: 1024)
    return lookalikes.first { $0.signature.contains { bytes.has($0, at: 0) } }?.key ?? video(bytes)
      ?? markup(start) ?? plainText(bytes)
  }

  private static let lookalikes: [(signature: [[UInt8]], key: String)] = [
    ([Array("%PDF".utf8)], "looks.pdf"),
    ([Array("%!".utf8), [0xC5, 0xD0, 0xD3, 0xC6]], "looks.postScript"),
    ([Array("BM".utf8)], "looks.bmp"),
    ([[0, 0, 1, 0], [0, 0, 2, 0]], "looks.icon"),
    ([[0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]], "looks.jpegXL"),
    ([[0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51]], "looks.jpeg2000"),
    ([Array("8BPS".utf8)], "looks.photoshop"),
    ([[0x49, 0x49, 0x2A, 0]], "looks.raw"),
    ([[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]], "looks.zip"),
    ([[0x1F, 0x8B]], "looks.gzip"),
    ([Array("RIFF".utf8)], "looks.riff"),
    ([[0x7F, 0x45, 0x4C, 0x46], Array("MZ".utf8)], "looks.program"),
    ([Array("#!".utf8)], "looks.script"),
    ([[0x30, 0x82], Array("-----BEGIN CERTIFICATE".utf8)], "looks.certificate"),
    (
      [
        Array("P1\n".utf8), Array("P2\n".utf8), Array("P3\n".utf8), Array("P4\n".utf8), Array("P5\n".utf8),
        Array("P6\n".utf8),
      ],
      "looks.netpbm"
    ),
  ]

  private static func video(_ bytes: ByteReader) -> String? {
    guard bytes.has("ftyp", at: 4) else { return nil }
    return bytes.has("crx ", at: 8) ? "looks.raw" : "looks.video"
  }

  private static func markup(_ start: String) -> String? {
    let lower = start.lowercased()
    if lower.contains("<svg") { return "looks.svg" }
    if lower.contains("<!doctype html") || lower.contains("<html") { return "looks.html" }
    return lower.hasPrefix("<?xml") ? "looks.xml" : nil
  }

  private static func plainText(_ bytes: ByteReader) -> String? {
    let start = (0..<min(512, bytes.count)).compactMap { bytes.byte($0) }
    let isText = start.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 } && !start.contains(0x7F)
    return isText ? "looks.text" : nil
  }
}
