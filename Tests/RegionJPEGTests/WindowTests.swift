import Testing

@testable import RegionJPEG

/// A part of the picture is what it is in the whole.
@Suite struct WindowTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let file: TestJPEG
    let luma: Int
    let chroma: Int
    let seed: UInt64

    var testDescription: String { "\(file), at \(luma) and \(chroma) eighths" }

    static let all: [Case] = (0..<96).map { index in
      let file = TestJPEG.many[index * 2]
      return Case(file: file, luma: 1 + index % 8, chroma: 1 + index / 8 % 8, seed: UInt64(index))
    }
  }

  @Test("random windows are the same part of the whole", arguments: Case.all)
  func windows(_ some: Case) throws {
    let bytes = some.file.bytes
    let header = try JPEGHeader(bytes.span)
    let scale = Scale(luma: some.luma, chroma: some.chroma)
    var decoder = RegionDecoder()
    let whole = try decoder.decode(
      Region(columns: 0..<header.width, rows: 0..<header.height), at: scale, of: header, bytes.span)
    #expect(whole.state == .sound)
    var dice = Dice(seed: some.seed)
    for _ in 0..<3 {
      let part = try decoder.decode(window(in: header, &dice), at: scale, of: header, bytes.span)
      #expect(part.state == .sound)
      for (one, other) in zip(part.planes, whole.planes) {
        #expect(rows(one, part.samples, one) == rows(other, whole.samples, one))
      }
    }
  }

  private func window(in header: JPEGHeader, _ dice: inout Dice) -> Region {
    let left = dice.below(header.width)
    let top = dice.below(header.height)
    return Region(
      columns: left..<left + 1 + dice.below(header.width - left),
      rows: top..<top + 1 + dice.below(header.height - top))
  }

  /// The samples of a plane at the place of a part.
  private func rows(_ plane: Plane, _ samples: [UInt8], _ part: Plane) -> [[UInt8]] {
    (part.y..<part.y + part.height).map { row in
      let first = plane.offset + (row - plane.y) * plane.stride + part.x - plane.x
      return Array(samples[first..<first + part.width])
    }
  }
}
