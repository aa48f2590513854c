import Foundation
import Importing
import Testing

/// The samples of `Examples/import`, which people copy from.
@Suite("The examples of what is imported") struct ExampleTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardizedFileURL.path

  private func said(_ name: String) throws -> [String] {
    try told(
      Source.open(
        Array("\(Self.examples)/import/\(name)".utf8),
        SourceOptions(photos: name.hasSuffix("f") ? nil : Array("\(Self.examples)/portraits".utf8))))
  }

  /// As the jobs beside the portraits say it.
  private static let people = [
    #"staff/jane <- jane.jpg { "scale": 1.8, "position": { "x": 0.25, "y": 0.4 } }"#,
    #"staff/omar <- omar.avif { "scale": 1.5, "position": { "x": 30, "y": -20 }, "#
      + #""viewport": { "width": 390, "height": 844, "inset": 15 } }"#,
    #"staff/zoe <- zoe.png { "crop": { "x": 2000, "y": 260, "width": 1600, "height": 1680 }, "shape": "circle" }"#,
  ]

  @Test("a table") func table() throws {
    #expect(try said("people.csv") == zip(2..., Self.people).map { "\($0): \($1)" })
  }

  @Test("jobs, a line each") func jobs() throws {
    #expect(try said("people.jsonl") == zip(1..., Self.people).map { "\($0): \($1)" })
  }

  @Test("cards: one with Apple's crop, one with all of its photo, one with an address") func cards() throws {
    let said = try said("people.vcf")
    #expect(said.count == 3)
    #expect(
      said[0].contains("jane <- ") && said[0].contains("ClipRectangle(x: 10, y: 73, width: 67, height: 67)"))
    #expect(said[1].contains("Zoe Roe <- ") && said[1].hasSuffix(" bytes"))
    #expect(said[2].contains("skipped omar PHOTO"))
  }

  @Test("entries of a directory: two with photos, one without") func directory() throws {
    let said = try said("people.ldif")
    #expect(said.count == 3)
    #expect(said[0].contains("jane <- ") && said[1].contains("zoe <- "))
    #expect(said[2].contains("skipped omar"))
  }
}
