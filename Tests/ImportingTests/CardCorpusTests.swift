import Foundation
import Importing
import Model
import Testing

/// Real cards and directories from other projects, which lie beside the repository where it is developed.
private enum Corpus {
  static let folder: String? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let corpus = place.appending(path: "shared/corpus")
      if FileManager.default.fileExists(atPath: corpus.appending(path: "INDEX.tsv").path) {
        return corpus.path
      }
    }
    return nil
  }()
}

@Suite(.enabled(if: Corpus.folder != nil, "the corpus is not here")) struct CardCorpusTests {
  private static func read(_ name: String) throws -> [Seen] {
    let path = try #require(Corpus.folder) + "/" + name
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    if name.hasSuffix(".ldif") { return try everything(LDIFReader(stream(bytes), SourceOptions())) }
    return try everything(
      VCardReader(stream(bytes), named: String(name.dropLast(4)), SourceOptions()))
  }

  /// As the corpus's index expects; sizes are the JPEG's and PNG's own.
  @Test(
    "each document gives the photos that it holds",
    arguments: [
      ("card-iphone-photo-30.vcf", ["1 row Mr. John Richter James Doe Sr. 320x320"]),
      ("card-40-datauri.vcf", ["1 row 5cdac90f-cb4c-4c1c-ad66-fe8591bdf3a2 1x1"]),
      ("card-40-data-png-typed.vcf", ["1 row photov4 11x11"]),
      ("card-apple-roundcube.vcf", ["1 row Apple Computer AG 48x48"]),
      ("card-sabre-issue64.vcf", ["1 row card-sabre-issue64 320x320"]),
      ("cards-thunderbird.vcf", ["1 row John Doe 100x132"]),
      ("people-studio.ldif", ["row hnelson 1x1"]),
      ("people-apacheds.ldif", ["row aeinstein 200x200", "row mborn 200x200"]),
    ])
  func photos(_ name: String, _ wanted: [String]) throws {
    let rows = try Self.read(name).filter { !$0.photo.isEmpty }
    let told = rows.map { "\($0) \(Self.size(of: $0.photo))" }
    #expect(told.count == wanted.count)
    for (one, other) in zip(told, wanted) { #expect(one.hasSuffix(other), "\(told)") }
  }

  @Test func `a photo that lacks a part is refused, and the cards around it are not`() throws {
    let seen = try Self.read("card-android-photo-21.vcf").map(\.description)
    #expect(seen.count == 6 && seen.filter { $0.contains("skipped") && $0.contains("no photo") }.count == 5)
    #expect(seen[4].contains("the photo's Base64 has 1169 characters, a number that is not possible"))
  }

  @Test func `nothing is fetched from an address`() throws {
    let seen = try Self.read("card-abcrop-uri.vcf").map(\.description)
    #expect(
      seen.count == 1 && seen[0].contains("its photo is at an address, and nothing is fetched: http://local"))
  }

  @Test func `text that calls itself a JPEG is refused`() throws {
    let seen = try Self.read("card-photo-is-text.vcf").map(\.description)
    #expect(seen == ["1 bad Mr. John Q. Public, Esq.: this is not a photo but plain text"])
  }

  @Test(arguments: ["people-studio.ldif", "people-apacheds.ldif"])
  func `entries without a photo are passed over`(_ name: String) throws {
    let seen = try Self.read(name).filter { $0.photo.isEmpty }
    #expect(
      seen.count > 10 && seen.allSatisfy { $0.description.contains("there is no photo in it") }, "\(seen)")
  }

  /// By the first frame header of a JPEG, or the header of a PNG.
  private static func size(of photo: [UInt8]) -> String {
    func number(_ index: Int) -> Int { Int(photo[index]) << 8 | Int(photo[index + 1]) }
    if photo[0] == 0x89 { return "\(number(18))x\(number(22))" }
    var place = 2
    while place + 9 < photo.count {
      if (0xC0...0xC2).contains(photo[place + 1]) { return "\(number(place + 7))x\(number(place + 5))" }
      place += 2 + number(place + 2)
    }
    return "?"
  }
}
