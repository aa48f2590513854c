import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("What a file is, its bytes say") struct SniffingTests {
    struct Case: CustomTestStringConvertible {
      let name: String
      let bytes: [UInt8]
      let expected: Result<InputFormat, PhotoProblem>
      var testDescription: String { name }

      init(_ name: String, _ bytes: [UInt8], _ expected: InputFormat) {
        (self.name, self.bytes, self.expected) = (name, bytes, .success(expected))
      }

      init(_ name: String, _ bytes: [UInt8], not looksLike: String?) {
        (self.name, self.bytes) = (name, bytes)
        expected = .failure(.notAPhoto(looksLike: looksLike.map { Message("looks.\($0)") }))
      }

      init(_ name: String, _ bytes: [UInt8], _ problem: PhotoProblem) {
        (self.name, self.bytes, self.expected) = (name, bytes, .failure(problem))
      }

      init(_ text: String, not looksLike: String?) { self.init(text, Array(text.utf8), not: looksLike) }
    }

    static func box(_ brands: String) -> [UInt8] {
      [0, 0, 0, UInt8(8 + brands.utf8.count)] + Array("ftyp".utf8) + Array(brands.utf8)
        + [UInt8](repeating: 1, count: 8)
    }

    static let filler = [UInt8](repeating: 7, count: 16)

    static let cases = [
      Case("JPEG", [0xFF, 0xD8, 0xFF, 0xE0] + filler, .jpeg),
      Case("PNG", Sniffing.pngSignature + filler, .png),
      Case("WebP", Array("RIFF1234WEBPVP8 ".utf8), .webp),
      Case("GIF", Array("GIF89a".utf8) + filler, .gif),
      Case("little-endian TIFF", [0x49, 0x49, 0x2A, 0] + filler, .tiff),
      Case("big-endian BigTIFF", [0x4D, 0x4D, 0, 0x2B] + filler, .tiff),
      Case("HEIC", box("heic\0\0\0\0mif1heic"), .heif),
      Case("HEIF by a later brand", box("abcd\0\0\0\0mif1"), .heif),
      Case("AVIF", box("avif\0\0\0\0mif1miaf"), .avif),
      Case("AVIF by a later brand", box("mif1\0\0\0\0miafavif"), .avif),
      Case("a film", box("isom\0\0\0\0mp42"), not: "video"),
      Case(
        "a Canon raw file", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + Array("CR".utf8) + filler,
        not: "raw"),
      Case("%PDF-1.4 and more text", not: "pdf"),
      Case("%!PS-Adobe-3.0", not: "postScript"),
      Case("<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", not: "svg"),
      Case("<!DOCTYPE html><title>404</title>", not: "html"),
      Case("Dear Jane, here is my photo.", not: "text"),
      Case("BM and then a bitmap", not: "bmp"),
      Case("ZIP", [0x50, 0x4B, 3, 4] + filler, not: "zip"),
      Case("JPEG XL", [0xFF, 0x0A] + filler, not: "jpegXL"),
      Case("unknown", filler, not: nil),
      Case(
        "the first bytes of a PNG", Array(Sniffing.pngSignature.prefix(5)),
        .truncated(Message("detail.onlyBeginning"))),
      Case(
        "a file whose room is set aside", [UInt8](repeating: 0, count: 5000),
        .truncated(Message("detail.unwritten"))),
    ]

    @Test("the first bytes decide", arguments: cases) func recognises(_ test: Case) {
      let found = test.bytes.withUnsafeBytes { raw in
        Result { () throws(PhotoProblem) in try Sniffing.format(of: ByteReader(raw)) }
      }
      #expect(found == test.expected)
    }

    @Test("numbers past the end are nil, not memory") func readsWithCare() {
      let bytes: [UInt8] = [1, 2, 3, 4]
      bytes.withUnsafeBytes { raw in
        let reader = ByteReader(raw)
        #expect(reader.number(0, bytes: 4) == 0x0102_0304)
        #expect(reader.number(0, bytes: 4, littleEndian: true) == 0x0403_0201)
        #expect(reader.number(1, bytes: 4) == nil)
        #expect(reader.number(.max, bytes: 4) == nil)
        #expect(reader.number(-1, bytes: 1) == nil)
        #expect(reader.byte(4) == nil)
      }
    }
  }
}
