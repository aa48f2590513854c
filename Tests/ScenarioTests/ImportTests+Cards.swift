import Digest
import Foundation
import Testing

/// Photos that come inside documents.
extension ImportTests {
  /// A card with a photo and the part of it that an address book shows.
  private static func card(_ name: String, _ photo: [UInt8], clip: String) -> String {
    let hash = MD5()
    photo.withUnsafeBytes { hash.add($0) }
    let digest = Data(hash.finish()).base64EncodedString()
    let text = Data(photo).base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn])
      .replacingOccurrences(of: "\r", with: "\r\n ")
    return [
      "BEGIN:VCARD", "VERSION:3.0", "UID:\(name)", "FN:\(name)",
      "PHOTO;ENCODING=b;TYPE=JPEG;X-ABCROP-RECTANGLE=ABClipRect_1&\(clip)&\(digest):\(text)", "END:VCARD", "",
    ].joined(separator: "\r\n")
  }

  /// The same photo, saying of itself that it is to be turned by a quarter clockwise.
  private static func turned(_ photo: [UInt8]) -> [UInt8] {
    let orientation: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let exif = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + orientation + [0, 0, 0, 0]
    return Array(photo.prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + photo.dropFirst(2)
  }

  @Test(arguments: [true, false]) func `a card's crop is counted from the bottom of the upright photo`(
    _ daemon: Bool
  ) async throws {
    try await scene(daemon: daemon) { scene in
      // 120 x 160, and 160 x 120 once it is turned.
      let cards = [
        Self.card("jane", try Picture.jpeg(), clip: "10&20&50&50"),
        Self.card("john", Self.turned(try Picture.jpeg()), clip: "10&20&50&50"),
      ]
      try scene.shelve("people.vcf", cards.joined())
      let answer = try await scene.importing(scene.library("people.vcf"))
      #expect(answer.said == "2 imported, 0 unchanged, 0 skipped, 0 failed\n", "\(answer.complained)")
      let lines = try scene.report
      #expect(scene.root.account("jane")?.crop == .init(x: 10, y: 90, size: 50))
      #expect(scene.root.account("john")?.crop == .init(x: 10, y: 50, size: 50))
      #expect(lines.first { $0.id == "jane" }?.warnings.contains { $0.contains("turned") } == false)
      #expect(lines.first { $0.id == "john" }?.warnings.contains { $0.contains("turned") } == true)
      #expect(["jane", "john"].flatMap(scene.root.faults) == [] && scene.left == [])
      for suffix in ["", "-wal", "-shm"] { try? scene.root.remove(".tondo/imports.sqlite" + suffix) }
      // First by the manifests, then by what was remembered.
      for _ in 1...2 {
        let again = try await scene.importing(scene.library("people.vcf"))
        #expect(again.said == "0 imported, 2 unchanged, 0 skipped, 0 failed\n", "\(again.complained)")
      }
    }
  }

  @Test func `a photo that is too large fails by itself, however it is written`() async throws {
    let settings = Scene.settings(more: #""limits":{"bytes":3000000}"#)
    try await scene(settings: settings, daemon: false) { scene in
      let small = try Picture.jpeg()
      // Too large for memory, and just small enough for the settings; too large for those.
      let large = small + [UInt8](repeating: 0, count: 2_500_000)
      let huge = small + [UInt8](repeating: 0, count: 3_500_000)
      let entries = [("jane", small), ("june", huge), ("zoe", large)].map { name, photo in
        "dn: uid=\(name)\nuid: \(name)\njpegPhoto:: \(Data(photo).base64EncodedString())\n"
      }
      try scene.shelve("people.ldif", "version: 1\n\n" + entries.joined(separator: "\n"))
      let answer = try await scene.importing(scene.library("people.ldif"))
      #expect(answer.status == 65)
      #expect(answer.said == "2 imported, 0 unchanged, 0 skipped, 1 failed\n", "\(answer.complained)")
      #expect(try scene.outcomes["june"] == "failed")
      #expect(scene.root.sha256("originals/zoe.jpg") == SHA256.of(large))
      #expect(scene.left == [])
    }
  }
}
