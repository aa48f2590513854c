import Foundation
import Importing
import Model
import Scratch
import Testing

/// Sources far larger than what may be kept of them, each in a process of its own, whose memory is its own.
@Suite(.serialized) struct LargeSourceTests {
  @Test func `a line of a gigabyte in a table is one bad row, and is not kept`() async {
    await #expect(processExitsWith: .success) {
      let photos = try Large.photos()
      let feed = Large.Feed("id,note\na,", 1 << 10, "\nb,\n")
      try Large.read(feed, atMost: 32 << 20, wanted: ["2: BAD - -: \(Large.tooLong)", "3: b"]) { stream in
        try CSVReader(stream, name: "p.csv", photos: photos)
      }
    }
  }

  @Test func `a gigabyte on one line of JSON Lines is one bad row, and is not kept`() async {
    await #expect(processExitsWith: .success) {
      let photos = try Large.photos()
      let feed = Large.Feed("{\"id\":\"", 1 << 10, "\"}\n{\"id\":\"b\"}")
      try Large.read(feed, atMost: 32 << 20, wanted: ["1: BAD - -: \(Large.tooLong)", "2: b"]) { stream in
        try JSONRowReader(stream, photos: photos, lines: true)
      }
    }
  }

  @Test func `an element of an array is kept only up to the limit`() async {
    await #expect(processExitsWith: .success) {
      let photos = try Large.photos()
      let feed = Large.Feed("[{\"id\":\"", 20, "\"},{\"id\":\"b\"}]")
      try Large.read(feed, atMost: 12 << 20, wanted: ["1: BAD - -: \(Large.tooLong)", "1: b"]) { stream in
        try JSONRowReader(stream, photos: photos, lines: false)
      }
    }
  }

  @Test func `of a million rows ten are bad, and no more is kept of them than of one`() async {
    await #expect(processExitsWith: .success) {
      let reader = try CSVReader(
        ByteStream(Large.Rows(Large.isLong ? 1000 : 20)), name: "p.csv", photos: Large.photos())
      var (rows, bad) = (0, [Int]())
      let before = try Large.peak()
      while let result = try reader.next(into: NoSink()) {
        switch result {
        case .row: rows += 1
        case .bad(let problem): bad.append(problem.line ?? 0)
        case .skipped: bad.append(0)
        }
      }
      let all = Large.isLong ? 1_000_000 : 20_000
      try #require(rows == all - 10 && bad == (1...10).map { $0 * all / 10 + 1 })
      try #require(try Large.peak() - before < 16 << 20)
    }
  }
}

private enum Large {
  /// A million rows take a minute in a build for debugging.
  static let isLong = ProcessInfo.processInfo.environment["TONDO_TORTURE"] != nil
  static let tooLong = "it is longer than 1048576 bytes"

  static func photos() throws -> PhotoFolder { PhotoFolder(try SourceFolder().scratch.root) }

  /// The most memory that this process ever had, in bytes.
  static func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let found = try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/))
    return try #require(Int(found.1)) << 10
  }

  static func read(
    _ feed: any ByteFeed, atMost limit: Int, wanted: [String], _ open: (ByteStream) throws -> any RowReader
  ) throws {
    let before = try peak()
    let found = try told(open(ByteStream(feed)))
    try #require(found == wanted)
    try #require(try peak() - before < limit)
  }

  /// A beginning, so many mebibytes of one letter, and an end.
  final class Feed: ByteFeed {
    private static let mebibyte = [UInt8](repeating: 0x61, count: 1 << 20)
    private var ends: [[UInt8]]
    private var times: Int

    init(_ beginning: String, _ times: Int, _ end: String) {
      (ends, self.times) = ([Array(beginning.utf8), Array(end.utf8)], times)
    }

    func piece() -> [UInt8] {
      if ends.count == 1, times > 0 {
        times -= 1
        return Self.mebibyte
      }
      return ends.isEmpty ? [] : ends.removeFirst()
    }
  }

  /// So many thousand rows, of which ten are bad.
  final class Rows: ByteFeed {
    private let thousands: Int
    private var given = -1

    init(_ thousands: Int) { self.thousands = thousands }

    func piece() -> [UInt8] {
      given += 1
      if given == 0 { return Array("id,scale\n".utf8) }
      if given > thousands { return [] }
      let lines = (1...1000).map { number in
        let row = (given - 1) * 1000 + number
        return "person-\(row),\(row % (thousands * 100) == 0 ? "large" : "1.5")\n"
      }
      return Array(lines.joined().utf8)
    }
  }
}
