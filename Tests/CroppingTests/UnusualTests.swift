import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Unusual and broken JPEGs") struct UnusualTests {
    static let photo = Pixels.photo(width: 320, height: 240)

    static let kinds = [
      Kind(name: "RGB", rgb: true), Kind(name: "4:1:0", across: 4, down: 2),
    ]

    @Test("what libjpeg does not do alone is decoded by libvips, in the same colours", arguments: kinds)
    func byLibvips(kind: Kind) throws {
      let jpeg = kind.jpeg(Self.photo)
      #expect(try scales(jpeg, .jpeg).eighths == [1, 2, 4, 8])
      let expected = try Self.photo.resampled(width: 20, height: 20)
      for eighths in [2, 4, 8] {
        let all = Area(x: 0, y: 0, width: Double(40 * eighths), height: Double(30 * eighths))
        let small = try sampled(
          jpeg, .jpeg, all, eighths: eighths, side: 20, right: all.width, bottom: all.height)
        #expect(small.nearness(to: expected) > 30)
      }
    }

    /// Where each scan begins.
    static func scans(_ jpeg: [UInt8]) -> [Int] {
      jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    }

    @Test("the last bit of a progressive JPEG is left out at half the size and below, and at no other")
    func lastBit() throws {
      let jpeg = Kind.progressive.jpeg(Self.photo)
      let last = try #require(Self.scans(jpeg).last)
      let without = Array(jpeg[..<last]) + [0xFF, 0xD9]
      for eighths in [1, 2, 3, 4] {
        #expect(try whole(jpeg, .jpeg, eighths: eighths) == whole(without, .jpeg, eighths: eighths))
      }
      #expect(try whole(jpeg, .jpeg, eighths: 8) != whole(without, .jpeg, eighths: 8))
    }

    @Test("of a file that lacks its last scans the last is not left out, too") func lackingScans() throws {
      let jpeg = Kind.progressive.jpeg(Self.photo)
      let scans = Self.scans(jpeg)
      let lacking = Array(jpeg[..<scans[scans.count - 1]]) + [0xFF, 0xD9]
      let more = Array(jpeg[..<scans[scans.count - 2]]) + [0xFF, 0xD9]
      #expect(try whole(lacking, .jpeg, eighths: 4) != whole(more, .jpeg, eighths: 4))
    }

    @Test("a progressive JPEG that ends early is truncated, wherever it ends") func truncated() throws {
      let jpeg = Kind.progressive.jpeg(Self.photo)
      for part in stride(from: 0.05, to: 1, by: 0.09) {
        let problem = try RefusalTests.problem(Array(jpeg.prefix(Int(Double(jpeg.count) * part))))
        #expect(problem?.isIncomplete == true, "\(part)")
      }
    }

    @Test("what stands behind the end does not matter", arguments: [Kind.usual, .progressive])
    func behindTheEnd(kind: Kind) throws {
      let jpeg = kind.jpeg(Self.photo)
      let garbage = jpeg + [UInt8](repeating: 0xAB, count: 999)
      #expect(try whole(garbage, .jpeg, eighths: 4) == whole(jpeg, .jpeg, eighths: 4))
      #expect(try RefusalTests.problem(garbage) == nil)
    }

    @Test("a few bytes that do not belong there are told of", arguments: [Kind.usual, .progressive])
    func garbage(kind: Kind) throws {
      let jpeg = kind.jpeg(Self.photo)
      let scan = try #require(Self.scans(jpeg).first)
      let folder = try Folder()
      let path = try folder.put(Array(jpeg[..<scan]) + [1, 2, 3] + Array(jpeg[scan...]))
      let rendering = try #require(
        Bench.shared.reply(to: RenderRequest(path, RefusalTests.small, in: folder)).rendering)
      #expect(rendering.warnings.contains { if case .harmless = $0 { true } else { false } })
    }

    @Test("flipped bytes never end the process, and the same file always gives the same answer")
    func flipped() throws {
      for kind in Kind.all {
        var jpeg = kind.jpeg(Self.photo)
        for place in stride(from: 160, to: jpeg.count, by: jpeg.count / 40) {
          jpeg[place] ^= UInt8(truncatingIfNeeded: place | 1)
          let once = try? whole(jpeg, .jpeg, eighths: 2), again = try? whole(jpeg, .jpeg, eighths: 2)
          #expect(once == again)
        }
      }
    }

    @Test("the same photo gives the same bytes", arguments: [Kind.usual, .progressive])
    func repeatable(kind: Kind) throws {
      let folder = try Folder()
      let outputs = [Output(size: 100, format: .jpeg), Output(size: 100, format: .jpeg)]
      let request = RenderRequest(try folder.put(kind.jpeg(Self.photo)), outputs, in: folder)
      let made = try #require(Bench.shared.reply(to: request).rendering).avatars
      #expect(made[0] == made[1])
      #expect(folder.names == ["0", "1", "original"])
    }
  }
}
