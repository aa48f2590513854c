import Foundation
import Testing

@testable import Cropping
@testable import Model

/// One row of the corpus's list of what is expected.
struct CorpusRow: CustomTestStringConvertible, Sendable {
  let file: String
  let kind: String
  let expected: String

  var testDescription: String { file }

  var path: String { Corpus.folder.map { $0 + "/" + file } ?? file }

  /// "upright 1800x1200".
  var size: PixelSize? {
    guard let found = expected.firstMatch(of: /upright (\d+)x(\d+)/), let width = Int(found.1),
      let height = Int(found.2)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The means of the four quarters: top left, top right, bottom left, bottom right.
  ///
  /// The list says itself of a few
  /// pictures of 3 to 9 pixels that tools share the middle one out differently.
  var means: [[Double]] {
    if expected.contains("not comparable") { return [] }
    let start = expected.split(separator: "if the ICC").first ?? ""
    guard let list = start.firstMatch(of: /#[0-9a-f]{6}(,#[0-9a-f]{6}){3}/) else { return [] }
    return list.0.split(separator: ",").map { colour in
      let value = Int(colour.dropFirst(), radix: 16) ?? 0
      return [value >> 16, value >> 8 & 255, value & 255].map { Double($0) }
    }
  }

  /// As the corpus's own page says: six levels, or twice what the reference decoders differ by.
  var tolerance: Double {
    let agreed = expected.firstMatch(of: /agree within (\d+)/).flatMap { Double($0.1) } ?? 0
    return max(kind.contains("cmyk") ? 12 : 6, 2 * agreed)
  }

  var mustBeRefused: Bool {
    expected.hasPrefix("refuse") && !expected.contains("or best effort") && !expected.contains("or decode")
  }
}

/// Real files from other projects, which lie beside the repository where it is developed.
enum Corpus {
  static let folder: String? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let corpus = place.appendingPathComponent("shared/corpus")
      if FileManager.default.fileExists(atPath: corpus.appendingPathComponent("INDEX.tsv").path) {
        return corpus.path
      }
    }
    return nil
  }()

  static let rows: [CorpusRow] = {
    guard let folder, let text = try? String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8) else {
      print("SKIPPED: no shared/corpus beside the repository, so the real files are not tried")
      return []
    }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 7, !documents.contains(where: { fields[0].hasSuffix($0) }) else { return nil }
      return CorpusRow(file: fields[0], kind: fields[1], expected: fields[7])
    }
  }()

  /// Other stages' documents lie there, too.
  private static let documents = [".vcf", ".ldif", ".csv", ".json", ".txt", ".xml"]

  /// What Debian 12's libraries can't do.
  ///
  /// Each is refused with its reason, not shown wrong.
  static let deviations: [String: String] = [
    "avif-kimono-rot90.avif": "libvips 8.14 compares sizes before and after libheif's clean aperture",
    "avif-kimono-crop.avif": "the same",
  ]
}

extension CroppingTests {
  @Suite("Real files") struct CorpusTests {
    static let decoded = Corpus.rows.filter {
      $0.size != nil && Corpus.deviations[$0.file] == nil && !$0.kind.isUnsupported
    }
    static let refused = Corpus.rows.filter {
      $0.mustBeRefused || $0.kind.isUnsupported || Corpus.deviations[$0.file] != nil
    }

    @Test("a photo comes out upright and in its colours", arguments: decoded) func looks(_ row: CorpusRow)
      throws
    {
      let folder = try Folder()
      let request = RenderRequest(row.path, [], in: folder)
      let files = Handed(request)
      defer { withExtendedLifetime(files) {} }
      let subject = try Subject(files.descriptors[0], for: request, in: Workroom())
      #expect(subject.upright == row.size)
      guard !row.means.isEmpty else { return }
      for (found, expected) in zip(try Self.means(subject), row.means) {
        for (one, other) in zip(found, expected) {
          #expect(abs(one - other) <= row.tolerance, "\(found) for \(expected)")
        }
      }
    }

    @Test("what is broken, too large or no photo is refused", arguments: refused) func refuses(
      _ row: CorpusRow
    ) throws {
      let folder = try Folder()
      let request = RenderRequest(row.path, [Output(size: 32, format: .png)], in: folder)
      #expect(Bench.shared.reply(to: request).problem != nil && folder.names.isEmpty)
    }

    @Test("every file is answered, and half of each photo is never shown", arguments: Corpus.rows)
    func halves(_ row: CorpusRow) throws {
      let folder = try Folder()
      let outputs = [Output(size: 24, format: .jpeg)]
      let whole = Bench.shared.reply(to: RenderRequest(row.path, outputs, in: folder))
      guard whole.rendering != nil else {
        #expect(whole.problem != nil)
        return
      }
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: row.path)))
      let half = try folder.put(Array(bytes.prefix(bytes.count / 2)), "half")
      var request = RenderRequest(half, outputs, in: folder)
      request.outputs[0].file = WirePath(folder.path("made"))
      #expect(Bench.shared.reply(to: request).problem?.isIncomplete == true)
    }

    /// Means of the four quarters of the whole upright picture, laid on white.
    static func means(_ subject: borrowing Subject) throws -> [[Double]] {
      let stored = subject.stored
      let width = stored.width > 256 ? 256 : stored.width, height = stored.height > 256 ? 256 : stored.height
      let all = Area(x: 0, y: 0, width: Double(stored.width), height: Double(stored.height))
      let sampled = try subject.sampled(
        all, to: PixelSize(width: width, height: height), halvesChroma: false)
      let upright = sampled.pixels.laid(on: 255, 255, 255)
      return [(0, 0), (1, 0), (0, 1), (1, 1)].map { mean(upright, column: $0.0, row: $0.1) }
    }

    static func mean(_ pixels: Pixels, column: Int, row: Int) -> [Double] {
      var sums = [0.0, 0, 0], total = 0.0
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let share = half(x, of: pixels.width, column) * half(y, of: pixels.height, row)
          let start = (y * pixels.width + x) * 3
          total += share
          if share > 0 { for band in 0..<3 { sums[band] += share * Double(pixels.samples[start + band]) } }
        }
      }
      return sums.map { $0 / total }
    }

    /// How much of a pixel lies in the first or the second half; the middle one of an odd number in both.
    static func half(_ index: Int, of length: Int, _ which: Int) -> Double {
      if 2 * index + 1 == length { return 0.5 }
      return (2 * index < length) == (which == 0) ? 1 : 0
    }
  }
}

extension String {
  /// Kinds of files that Tondo refuses by name, as the list allows.
  fileprivate var isUnsupported: Bool { ["bmp", "jxl", "ico", "svg"].contains(self) }
}
