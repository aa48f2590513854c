internal import Model

/// Takes from a WebP file all but its picture.
///
/// libvips 8.14 writes a small EXIF block into every WebP, asked or not.
enum WebPContainer {
  static func bare(_ file: [UInt8]) -> [UInt8] {
    guard let chunks = chunks(of: file) else { return file }
    let picture = chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
    guard picture.contains(where: { $0.name == "ALPH" }),
      let header = chunks.first(where: { $0.name == "VP8X" })
    else {
      return wrapped(picture.flatMap(\.bytes))
    }
    // Of the flags, alpha alone is still true.
    var extended = header.bytes
    extended[8] &= 0x10
    return wrapped(extended + picture.flatMap(\.bytes))
  }

  private struct Chunk {
    let name: String
    /// With its header and padding.
    let bytes: [UInt8]
  }

  private static func chunks(of file: [UInt8]) -> [Chunk]? {
    file.withUnsafeBytes { raw in
      let bytes = ByteReader(raw)
      var found: [Chunk] = []
      var place = 12
      while place < bytes.count {
        guard let length = bytes.number(place + 4, bytes: 4, littleEndian: true) else { return nil }
        let end = place + 8 + length + length % 2
        guard end <= bytes.count else { return nil }
        found.append(Chunk(name: bytes.text(place, bytes: 4), bytes: Array(file[place..<end])))
        place = end
      }
      return found
    }
  }

  private static func wrapped(_ chunks: [UInt8]) -> [UInt8] {
    let length = UInt32(4 + chunks.count)
    return Array("RIFF".utf8) + withUnsafeBytes(of: length.littleEndian) { Array($0) } + Array("WEBP".utf8)
      + chunks
  }
}
