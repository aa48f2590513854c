/// What the marker segments in front of the first scan's data say.
struct Segments {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var components: [JPEGHeader.Component] = []
  private(set) var hasJFIF = false
  private(set) var adobeTransform: Int?
  private var quantizationSelectors: [Int] = []
  private var quantizationTables = [QuantizationTable?](repeating: nil, count: 4)
  private var dcTables = [HuffmanTable?](repeating: nil, count: 4)
  private var acTables = [HuffmanTable?](repeating: nil, count: 4)
  private var restartInterval = 0

  /// Reads up to the first scan header.
  mutating func read(_ bytes: Span<UInt8>) throws(JPEGError) -> ScanHeader {
    guard bytes.count >= 2, bytes[0] == Marker.prefix, bytes[1] == Marker.startOfImage else { throw .notJPEG }
    var offset = 2
    while true {
      let marker = try Self.marker(&offset, bytes)
      guard bytes.count - offset >= 2 else { throw .truncated }
      let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard length >= 2 else { throw .malformed(offset: offset) }
      guard length <= bytes.count - offset else { throw .truncated }
      var cursor = SegmentCursor(offset: offset + 2, end: offset + length)
      offset += length
      if marker == Marker.startOfScan { return try readScanHeader(&cursor, bytes) }
      try readSegment(marker, &cursor, bytes)
    }
  }

  /// The next marker, which has to be here; `offset` is that behind it then.
  ///
  /// Fill bytes may precede it (T.81 B.1.1.2).
  private static func marker(_ offset: inout Int, _ bytes: Span<UInt8>) throws(JPEGError) -> UInt8 {
    let start = offset
    while offset < bytes.count, bytes[offset] == Marker.prefix { offset += 1 }
    guard offset < bytes.count else { throw .truncated }
    let marker = bytes[offset]
    guard offset > start, Marker.hasSegment(marker) else { throw .malformed(offset: offset) }
    offset += 1
    return marker
  }

  private mutating func readSegment(
    _ marker: UInt8, _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) {
    if let unsupported = Marker.unsupportedFrame(marker) { throw .unsupported(unsupported) }
    switch marker {
    case Marker.quantizationTables: try readQuantizationTables(&cursor, bytes)
    case Marker.huffmanTables: try readHuffmanTables(&cursor, bytes)
    case Marker.baseline, Marker.extendedSequential: try readFrameHeader(&cursor, bytes)
    case Marker.restartInterval: restartInterval = try cursor.word(bytes)
    case Marker.application0: hasJFIF = hasJFIF || Self.begins("JFIF\0", cursor, bytes)
    case Marker.application14: try readAdobe(&cursor, bytes)
    default: break
    }
  }

  private mutating func readQuantizationTables(
    _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) {
    while !cursor.isAtEnd {
      let start = cursor.offset
      let selector = try cursor.byte(bytes)
      guard selector >> 4 <= 1, selector & 15 < 4 else { throw .malformed(offset: start) }
      quantizationTables[selector & 3] =
        try QuantizationTable(&cursor, bytes, areWords: selector >> 4 == 1)
    }
  }

  private mutating func readHuffmanTables(
    _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) {
    while !cursor.isAtEnd {
      let start = cursor.offset
      let selector = try cursor.byte(bytes)
      guard selector >> 4 <= 1, selector & 15 < 4 else { throw .malformed(offset: start) }
      let isDC = selector >> 4 == 0
      let table = try HuffmanTable(&cursor, bytes, isDC: isDC)
      if isDC { dcTables[selector & 3] = table } else { acTables[selector & 3] = table }
    }
  }

  /// T.81 B.2.2.
  private mutating func readFrameHeader(
    _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) {
    guard components.isEmpty else { throw .malformed(offset: cursor.offset) }
    let precision = try cursor.byte(bytes)
    guard precision == 8 else { throw .unsupported(.precision(precision)) }
    height = try cursor.word(bytes)
    width = try cursor.word(bytes)
    guard width > 0 else { throw .malformed(offset: cursor.offset) }
    guard height > 0 else { throw .unsupported(.numberOfLines) }
    let count = try cursor.byte(bytes)
    guard count == 1 || count == 3 else { throw .unsupported(.components(count)) }
    for _ in 0..<count { try readComponent(&cursor, bytes, isAlone: count == 1) }
    try checkSampling()
  }

  private mutating func readComponent(
    _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>, isAlone: Bool
  ) throws(JPEGError) {
    let start = cursor.offset
    let identifier = try cursor.byte(bytes)
    let sampling = try cursor.byte(bytes)
    let selector = try cursor.byte(bytes)
    guard 1...4 ~= sampling >> 4, 1...4 ~= sampling & 15, selector < 4 else {
      throw .malformed(offset: start)
    }
    // A component that is alone in its scan comes block by block, whatever its factors (T.81 A.2.2).
    components.append(
      JPEGHeader.Component(
        identifier: UInt8(truncatingIfNeeded: identifier), horizontalSampling: isAlone ? 1 : sampling >> 4,
        verticalSampling: isAlone ? 1 : sampling & 15))
    quantizationSelectors.append(selector)
  }

  private func checkSampling() throws(JPEGError) {
    let chromaIsSimple = components.dropFirst().allSatisfy {
      $0.horizontalSampling == 1 && $0.verticalSampling == 1
    }
    // T.81 B.2.3 allows ten blocks in an MCU.
    guard chromaIsSimple, components[0].horizontalSampling * components[0].verticalSampling <= 8 else {
      throw .unsupported(.sampling)
    }
  }

  /// T.81 B.2.3.
  private func readScanHeader(
    _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) -> ScanHeader {
    let start = cursor.offset
    guard !components.isEmpty else { throw .malformed(offset: start) }
    let count = try cursor.byte(bytes)
    guard count == components.count else { throw .unsupported(.severalScans) }
    var tables: [ScanHeader.Tables] = []
    for index in 0..<count { tables.append(try readTables(index, &cursor, bytes)) }
    guard try cursor.byte(bytes) == 0, try cursor.byte(bytes) == 63, try cursor.byte(bytes) == 0 else {
      throw .malformed(offset: start)
    }
    return ScanHeader(tables: tables, restartInterval: restartInterval, dataOffset: cursor.end)
  }

  private func readTables(
    _ index: Int, _ cursor: inout SegmentCursor, _ bytes: Span<UInt8>
  ) throws(JPEGError) -> ScanHeader.Tables {
    let start = cursor.offset
    let identifier = try cursor.byte(bytes)
    let selectors = try cursor.byte(bytes)
    guard identifier == Int(components[index].identifier), selectors >> 4 < 4, selectors & 15 < 4 else {
      throw .malformed(offset: start)
    }
    guard let quantization = quantizationTables[quantizationSelectors[index]],
      let dc = dcTables[selectors >> 4],
      let ac = acTables[selectors & 15]
    else { throw .unsupported(.abbreviated) }
    return ScanHeader.Tables(quantization: quantization, dc: dc, ac: ac)
  }

  /// Adobe Technical Note 5116, section 18.
  private mutating func readAdobe(_ cursor: inout SegmentCursor, _ bytes: Span<UInt8>) throws(JPEGError) {
    guard Self.begins("Adobe", cursor, bytes), cursor.end - cursor.offset >= 12 else { return }
    adobeTransform = Int(try cursor.bytes(12, bytes)[11])
  }

  private static func begins(_ name: String, _ cursor: SegmentCursor, _ bytes: Span<UInt8>) -> Bool {
    var reader = cursor
    return (try? reader.bytes(name.utf8.count, bytes)) == Array(name.utf8)
  }
}
