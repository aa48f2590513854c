import Foundation
import Testing

@testable import RegionJPEG

/// What is said of data that is not as it should be, and what is made of it.
@Suite struct StateTests {
  private let file = TestJPEG(width: 160, height: 128, quality: 95)
  private let restarting = TestJPEG(width: 160, height: 128, interval: 10, quality: 95)

  @Test("data that ends is truncated, and gray from there on", arguments: [0.0, 0.3, 0.9])
  func cut(_ part: Double) throws {
    let bytes = file.bytes
    let start = try JPEGHeader(bytes.span).scan.dataOffset
    let kept = Array(bytes[..<(start + Int(part * Double(bytes.count - start)))])
    let whole = try decode(bytes)
    let planes = try decode(kept)
    #expect(planes.state == .truncated)
    #expect(planes.samples[last(planes)] == 128)
    #expect(part == 0 || planes.samples[0] == whole.samples[0])
  }

  @Test("what lies behind the region need not be there")
  func cutBehind() throws {
    let bytes = file.bytes
    let kept = Array(bytes[..<(bytes.count * 3 / 4)])
    let top = Region(columns: 0..<160, rows: 0..<32)
    let planes = try decode(kept, top)
    #expect(planes.state == .sound)
    #expect(planes.samples == (try decode(bytes, top)).samples)
  }

  @Test("nothing of a picture before shows in what is missing")
  func forgets() throws {
    var decoder = RegionDecoder()
    let bytes = file.bytes
    _ = try decode(bytes, with: &decoder)
    let kept = Array(bytes[..<(bytes.count / 2)])
    let again = try decode(kept, with: &decoder)
    #expect(pixels(again) == pixels(try decode(kept)))
  }

  @Test("a code that does not exist damages, and what follows is still decoded")
  func badCode() throws {
    var bytes = file.bytes
    let start = try JPEGHeader(bytes.span).scan.dataOffset
    let middle = start + (bytes.count - start) / 2
    // Ones without an end: no code begins so.
    bytes.replaceSubrange(middle..<middle + 8, with: [0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0])
    let planes = try decode(bytes)
    #expect(planes.state == .damaged)
    #expect(luma(planes, 0..<32) == luma(try decode(file.bytes), 0..<32))
  }

  @Test("zeros behind a block's end damage, whether the block is read or passed over", arguments: 1...2)
  func zerosBehind(_ number: Int) throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = here.appending(path: "../Fuzz/seeds/region/zeros-behind-\(number).jpg")
    let bytes = Array(try Data(contentsOf: file))
    let header = try JPEGHeader(bytes.span)
    for left in [0, header.width - 6] {
      for scale in 1...8 {
        var decoder = RegionDecoder()
        let part = Region(columns: left..<header.width, rows: 0..<header.height)
        let planes = try decoder.decode(
          part, at: Scale(luma: scale, chroma: scale), of: header, bytes.span)
        #expect(planes.state == .damaged, "from \(left) at \(scale)")
      }
    }
  }

  struct Restarts: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The numbers that the markers get, of which there are seven.
    let numbers: [Int?]
    let state: Planes.State
    /// The restart intervals, of a row of MCUs each, that come out as they were.
    let good: [Int]
  }

  @Test(
    "restart markers lead back into the data",
    arguments: [
      Restarts(
        testDescription: "as written", numbers: [0, 1, 2, 3, 4, 5, 6], state: .sound, good: Array(0..<8)),
      Restarts(
        testDescription: "one is missing", numbers: [0, 1, nil, 3, 4, 5, 6], state: .damaged,
        good: [0, 1, 2, 4, 5, 6, 7]),
      Restarts(
        testDescription: "one comes once more", numbers: [0, 1, 1, 3, 4, 5, 6], state: .damaged,
        good: [0, 1, 2, 4, 5, 6, 7]),
      Restarts(
        testDescription: "one has a wrong number", numbers: [0, 1, 6, 3, 4, 5, 6], state: .damaged,
        good: [0, 1, 2, 4, 5, 6, 7]),
    ])
  func restarts(_ some: Restarts) throws {
    let bytes = restarting.bytes
    let whole = try decode(bytes)
    let planes = try decode(renumbered(bytes, some.numbers))
    #expect(planes.state == some.state)
    for interval in some.good {
      let rows = interval * 16..<interval * 16 + 16
      #expect(luma(planes, rows) == luma(whole, rows), "interval \(interval)")
    }
  }

  @Test("bytes too many before a restart marker damage, fill bytes do not", arguments: [[0x55], [0xFF]])
  func leftOver(_ more: [UInt8]) throws {
    var bytes = restarting.bytes
    let start = try JPEGHeader(bytes.span).scan.dataOffset
    let marker = try #require(
      (start..<bytes.count - 1).first { bytes[$0] == 0xFF && Marker.restarts ~= bytes[$0 + 1] })
    bytes.insert(contentsOf: more, at: marker)
    let planes = try decode(bytes)
    #expect(planes.state == (more == [0xFF] ? .sound : .damaged))
    #expect(pixels(planes) == pixels(try decode(restarting.bytes)))
    let first = Region(columns: 0..<160, rows: 0..<16)
    #expect(try decode(bytes, first).state == .sound)
  }

  @Test("a marker is seen right behind a buffer that is full", arguments: [0, 1])
  func fullBuffer(_ more: Int) {
    let plain = [UInt8](repeating: 0x11, count: EntropyCodedSegment.size - 32 + more)
    let bytes = plain + [0xFF, 0xD0]
    var buffer = [UInt8](repeating: 0, count: EntropyCodedSegment.size + EntropyCodedSegment.slack)
    var segment = EntropyCodedSegment(from: 0)
    var span = buffer.mutableSpan
    segment.fill(bytes.span, &span, keepingFrom: 0)
    #expect(!segment.isAtEnd && segment.count == plain.count - more)
    #expect(segment.isBeforeMarker(bytes.span) == (more == 0))
  }

  @Test("a region below is reached by the markers alone, whatever lies above")
  func jumps() throws {
    var bytes = restarting.bytes
    let start = try JPEGHeader(bytes.span).scan.dataOffset
    for place in start..<start + 40 where bytes[place] != 0xFF && bytes[place - 1] != 0xFF {
      bytes[place] = 0x5A
    }
    let bottom = Region(columns: 0..<160, rows: 64..<128)
    let planes = try decode(bytes, bottom)
    #expect(planes.state == .sound)
    #expect(pixels(planes) == pixels(try decode(restarting.bytes, bottom)))
  }

  // MARK: -

  private func decode(_ bytes: [UInt8], _ region: Region? = nil) throws -> Planes {
    var decoder = RegionDecoder()
    return try decode(bytes, region, with: &decoder)
  }

  private func decode(
    _ bytes: [UInt8], _ region: Region? = nil, with decoder: inout RegionDecoder
  ) throws -> Planes {
    let header = try JPEGHeader(bytes.span)
    let whole = Region(columns: 0..<header.width, rows: 0..<header.height)
    return try decoder.decode(region ?? whole, at: Scale(luma: 8, chroma: 8), of: header, bytes.span)
  }

  private func luma(_ planes: Planes, _ rows: Range<Int>) -> [[UInt8]] {
    rows.map { row in self.row(row, planes.planes[0], planes) }
  }

  private func pixels(_ planes: Planes) -> [[UInt8]] {
    planes.planes.flatMap { plane in (0..<plane.height).map { row($0, plane, planes) } }
  }

  private func row(_ row: Int, _ plane: Plane, _ planes: Planes) -> [UInt8] {
    let first = plane.offset + row * plane.stride
    return Array(planes.samples[first..<first + plane.width])
  }

  private func last(_ planes: Planes) -> Int {
    let plane = planes.planes[0]
    return plane.offset + (plane.height - 1) * plane.stride + plane.width - 1
  }

  /// A marker without a number goes, and the data of two intervals becomes one.
  private func renumbered(_ bytes: [UInt8], _ numbers: [Int?]) throws -> [UInt8] {
    let start = try JPEGHeader(bytes.span).scan.dataOffset
    var written = Array(bytes[..<start])
    var place = start
    var marker = 0
    while place < bytes.count {
      let isRestart = bytes[place] == 0xFF && place + 1 < bytes.count && Marker.restarts ~= bytes[place + 1]
      if isRestart, marker < numbers.count {
        if let number = numbers[marker] { written += [0xFF, 0xD0 + UInt8(number)] }
        marker += 1
        place += 2
      } else {
        written.append(bytes[place])
        place += 1
      }
    }
    return written
  }
}
