import Testing

@testable import RegionJPEG

/// What a header says, and what is refused.
@Suite struct HeaderTests {
  @Test("a header says what the picture is")
  func says() throws {
    let header = try JPEGHeader(TestJPEG(width: 33, height: 17, across: 2, down: 1, interval: 3).bytes.span)
    #expect(header.width == 33 && header.height == 17)
    #expect(header.components.map(\.identifier) == [1, 2, 3])
    #expect(header.components.map(\.horizontalSampling) == [2, 1, 1])
    #expect(header.mcuWidth == 16 && header.mcuHeight == 8)
    #expect(header.hasJFIF && header.adobeTransform == nil)
    #expect(header.scan.restartInterval == 3)
  }

  @Test("Adobe's segment says which colours there are", arguments: [0, 1])
  func adobe(_ transform: UInt8) throws {
    let segment: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
    let bytes = Parts(TestJPEG().bytes).inserting(segment)
    #expect(try JPEGHeader(bytes.span).adobeTransform == Int(transform))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: JPEGError
    let bytes: @Sendable () -> [UInt8]

    init(_ name: String, _ error: JPEGError, _ bytes: @escaping @Sendable () -> [UInt8]) {
      testDescription = name
      self.error = error
      self.bytes = bytes
    }
  }

  static let unsupported: [Case] = [
    Case("progressive", .unsupported(.progressive)) { TestJPEG(isProgressive: true).bytes },
    Case("lossless", .unsupported(.lossless)) { Parts.frame(marker: 0xC3) },
    Case("hierarchical", .unsupported(.hierarchical)) { Parts.frame(marker: 0xC5) },
    Case("arithmetic", .unsupported(.arithmetic)) { Parts.frame(marker: 0xC9) },
    Case("12 bits", .unsupported(.precision(12))) { Parts.frame { $0[4] = 12 } },
    Case("4 components", .unsupported(.components(4))) { Parts.frame { $0[9] = 4 } },
    Case("chroma of more blocks", .unsupported(.sampling)) { Parts.frame { $0[14] = 0x21 } },
    Case("luma of 16 blocks", .unsupported(.sampling)) { Parts.frame { $0[11] = 0x44 } },
    Case("a height that follows", .unsupported(.numberOfLines)) { Parts.frame { $0[5...6] = [0, 0] } },
    Case("a scan of one component", .unsupported(.severalScans)) { Parts.scan { $0[4] = 1 } },
    Case("a table that is not there", .unsupported(.abbreviated)) { Parts.scan { $0[6] = 0x22 } },
    Case("no quantization table", .unsupported(.abbreviated)) { Parts.frame { $0[12] = 3 } },
  ]

  static let malformed: [Case] = [
    Case("nothing", .notJPEG) { [] },
    Case("a PNG", .notJPEG) { [0x89, 0x50, 0x4E, 0x47] },
    Case("only a beginning", .truncated) { [0xFF, 0xD8] },
    Case("a segment that is cut", .truncated) { Array(TestJPEG().bytes[..<40]) },
    Case("no marker", .malformed(offset: 2)) { [0xFF, 0xD8, 0x12, 0x34, 0x56] },
    Case("an end without a scan", .malformed(offset: 3)) { [0xFF, 0xD8, 0xFF, 0xD9] },
    Case("a length of one", .malformed(offset: 4)) { [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0] },
    Case("a quantization table that is short", .malformed(offset: 9)) {
      [0xFF, 0xD8, 0xFF, 0xDB, 0, 5, 0, 1, 1]
    },
    Case("a fifth quantization table", .malformed(offset: 6)) { Parts.starting(0xDB, [4]) },
    Case("a Huffman table of a third class", .malformed(offset: 6)) { Parts.starting(0xC4, [0x20]) },
    Case("257 codes", .malformed(offset: 7)) {
      Parts.starting(
        0xC4, [0x10] + [UInt8](repeating: 0, count: 14) + [255, 2] + [UInt8](repeating: 0, count: 257))
    },
    Case("more codes than there are", .malformed(offset: 7)) {
      Parts.starting(0xC4, [0x10, 3] + [UInt8](repeating: 0, count: 15) + [0, 1, 2])
    },
    Case("a code of ones", .malformed(offset: 7)) {
      Parts.starting(0xC4, [0x10, 2] + [UInt8](repeating: 0, count: 15) + [0, 1])
    },
    Case("a DC difference of 16 bits", .malformed(offset: 7)) {
      Parts.starting(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [16])
    },
    Case("a scan without a frame", .malformed(offset: 6)) { Parts.starting(0xDA, [1, 1, 0, 0, 63, 0]) },
  ]

  @Test("what is not supported says why", arguments: unsupported)
  func isUnsupported(_ some: Case) { expectError(some) }

  @Test("what contradicts the standard says where", arguments: malformed)
  func isMalformed(_ some: Case) { expectError(some) }

  private func expectError(_ some: Case) {
    let bytes = some.bytes()
    #expect(throws: some.error) { try JPEGHeader(bytes.span) }
  }

  @Test("a second frame, and components in another order, contradict the standard")
  func contradicts() throws {
    let parts = Parts(TestJPEG().bytes)
    let second = parts.inserting(Array(parts.bytes[parts.frame]), before: parts.scan.lowerBound)
    #expect(throws: JPEGError.malformed(offset: parts.scan.lowerBound + 4)) { try JPEGHeader(second.span) }
    let swapped = Parts.scan { $0[5] = 2 }
    #expect(throws: JPEGError.malformed(offset: parts.scan.lowerBound + 5)) { try JPEGHeader(swapped.span) }
  }

  @Test("a header is read up to its last byte, and nowhere traps before")
  func cut() {
    let bytes = TestJPEG().bytes
    let end = Parts(bytes).scan.upperBound
    for count in 0..<end {
      #expect(throws: JPEGError.self) { try JPEGHeader(Array(bytes[..<count]).span) }
    }
    #expect((try? JPEGHeader(Array(bytes[..<end]).span)) != nil)
  }

  @Test("a region outside the picture is empty")
  func emptyRegion() throws {
    let bytes = TestJPEG().bytes
    let header = try JPEGHeader(bytes.span)
    var decoder = RegionDecoder()
    for columns in [64..<90, -9..<0, 5..<5] {
      #expect(throws: JPEGError.emptyRegion) {
        try decoder.decode(
          Region(columns: columns, rows: 0..<8), at: Scale(luma: 8, chroma: 8), of: header, bytes.span)
      }
    }
  }
}

/// Where a written JPEG has its segments.
private struct Parts {
  let bytes: [UInt8]
  private(set) var frame = 0..<0
  private(set) var scan = 0..<0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 2
    while scan.isEmpty {
      let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      if bytes[place + 1] == 0xC0 { frame = place..<end }
      if bytes[place + 1] == 0xDA { scan = place..<end }
      place = end
    }
  }

  func inserting(_ segment: [UInt8], before place: Int = 2) -> [UInt8] {
    Array(bytes[..<place]) + segment + Array(bytes[place...])
  }

  /// With another frame header.
  static func frame(marker: UInt8 = 0xC0, _ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    let parts = Parts(TestJPEG().bytes)
    var segment = Array(parts.bytes[parts.frame])
    segment[1] = marker
    change(&segment)
    return Array(parts.bytes[..<parts.frame.lowerBound]) + segment + parts.bytes[parts.frame.upperBound...]
  }

  /// With another scan header.
  static func scan(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    let parts = Parts(TestJPEG().bytes)
    var segment = Array(parts.bytes[parts.scan])
    change(&segment)
    return Array(parts.bytes[..<parts.scan.lowerBound]) + segment + parts.bytes[parts.scan.upperBound...]
  }

  /// A file that begins with a segment, and has nothing else.
  static func starting(_ marker: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    let length = parameters.count + 2
    return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + parameters
  }
}
