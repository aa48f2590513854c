import Foundation
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("From request to avatars") struct RenderingTests {
    static func jpeg(_ width: Int, _ height: Int, _ segments: [[UInt8]] = []) throws -> [UInt8] {
      Segment.inserted(segments, into: try Pixels.quarters(width: width, height: height).encoded(.jpeg))
    }

    /// The colours near the four corners, as letters.
    static func corners(_ pixels: Pixels) -> String {
      let near = pixels.width / 4, far = pixels.width - 1 - near
      return [(near, near), (far, near), (near, far), (far, far)].map { place in
        let colour = pixels[place.0, place.1].prefix(3).map { $0 > 127 }
        return [[true, false, false]: "R", [false, true, false]: "G", [false, false, true]: "B"][colour]
          ?? "W"
      }.joined()
    }

    @Test("the outputs are of the asked sizes and formats, in order") func outputs() throws {
      let folder = try Folder()
      let outputs = [
        Output(size: 96, format: .jpeg), Output(size: 130, format: .webp), Output(size: 33, format: .png),
        Output(size: 48, format: .avif),
      ]
      let request = RenderRequest(try folder.put(Self.jpeg(300, 200)), outputs, in: folder)
      let rendering = try #require(Bench.shared.reply(to: request).rendering)
      #expect(rendering.avatars.map(\.size) == [96, 130, 33, 48])
      for (i, output) in outputs.enumerated() {
        let bytes = try folder.read("\(i)")
        #expect(bytes.count == rendering.avatars[i].bytes)
        let pixels = try decoded(bytes, output.format.asInput)
        #expect(pixels.width == output.size && pixels.height == output.size)
        #expect(Self.corners(pixels) == "RGBW")
        let mode =
          try FileManager.default.attributesOfItem(atPath: folder.path("\(i)"))[.posixPermissions] as? Int
        #expect(mode == 0o644)
      }
      #expect(rendering.crop == CropSquare(x: 50, y: 0, size: 200))
      #expect(rendering.attributes.placement == .centre)
    }

    static let upright = ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]

    @Test("a photo comes out upright, whatever its orientation", arguments: 1...8) func orientations(
      value: Int
    ) throws {
      let folder = try Folder()
      let bytes = try Self.jpeg(160, 80, [Segment.orientation(UInt16(value))])
      let request = RenderRequest(try folder.put(bytes), [Output(size: 64, format: .png)], in: folder)
      let rendering = try #require(Bench.shared.reply(to: request).rendering)
      #expect(
        rendering.original?.size
          == (value < 5 ? PixelSize(width: 160, height: 80) : PixelSize(width: 80, height: 160)))
      #expect(Self.corners(try decoded(folder.read("0"), .png)) == Self.upright[value - 1])
    }

    @Test("the square is exact where JPEG is decoded smaller", arguments: [(900, 40), (901, 64), (1203, 77)])
    func shrunk(side: Int, size: Int) throws {
      let folder = try Folder()
      let gradient = Pixels(width: side, height: side) { x, y in
        [UInt8(x * 255 / (side - 1)), UInt8(y * 255 / (side - 1)), 128]
      }
      let original = try folder.put(gradient.encoded(.jpeg, quality: 100))
      let wanted = Square(x: 100.25, y: 201.5, side: 600.5)
      let attributes = Attributes(placement: .crop(.square(x: wanted.x, y: wanted.y, size: wanted.side)))
      let request = RenderRequest(
        original, [Output(size: size, format: .png)], in: folder, attributes: attributes)
      _ = try #require(Bench.shared.reply(to: request).rendering)
      let pixels = try decoded(folder.read("0"), .png)
      let step = wanted.side / Double(size), levels = 255 / Double(side - 1)
      for i in 0..<size {
        let middle = (Double(i) + 0.5) * step - 0.5
        #expect(abs(Double(pixels[i, size / 2][0]) - (wanted.x + middle) * levels) < 2.5)
        #expect(abs(Double(pixels[size / 2, i][1]) - (wanted.y + middle) * levels) < 2.5)
      }
    }

    @Test("an untagged picture does not change by one level", arguments: [OutputFormat.png]) func untagged(
      format: OutputFormat
    ) throws {
      let folder = try Folder()
      let source = Pixels.noise(width: 50, height: 50)
      let request = RenderRequest(
        try folder.put(source.encoded(.png)), [Output(size: 50, format: format)], in: folder)
      _ = try #require(Bench.shared.reply(to: request).rendering)
      #expect(try decoded(folder.read("0"), .png) == source)
    }

    @Test("without outputs the crop is decided and nothing decoded") func dryRun() throws {
      let folder = try Folder()
      var bytes = try Self.jpeg(300, 200)
      // Nothing but the header and the end is needed.
      bytes.replaceSubrange(
        (bytes.count / 2)..<(bytes.count - 2),
        with: [UInt8](repeating: 0, count: bytes.count - 2 - bytes.count / 2))
      let attributes = Attributes(
        placement: .relative(scale: 2, position: Position(x: 5, y: 0)), rotation: .quarter)
      let request = RenderRequest(try folder.put(bytes), [], in: folder, attributes: attributes)
      let rendering = try #require(Bench.shared.reply(to: request).rendering)
      #expect(rendering.avatars.isEmpty && folder.names == ["original"])
      #expect(rendering.original?.size == PixelSize(width: 200, height: 300))
      #expect(rendering.crop == CropSquare(x: 0, y: 100, size: 100))
      #expect(rendering.warnings.count == 1)
      #expect(rendering.attributes == attributes)
    }

    @Test("a known digest needs no avatars") func known() throws {
      let folder = try Folder()
      var request = RenderRequest(
        try folder.put(Self.jpeg(30, 20)), [Output(size: 8, format: .png)], in: folder)
      let sha256 = try #require(Bench.shared.reply(to: request).rendering?.original).sha256
      request.known = ["other", sha256]
      #expect(Bench.shared.reply(to: request) == .same(sha256: sha256))
    }

    @Test("without enlarging, an avatar has no more pixels than the crop") func notEnlarged() throws {
      let folder = try Folder()
      var request = RenderRequest(
        try folder.put(Self.jpeg(60, 40)), [Output(size: 512, format: .png)], in: folder)
      request.enlarge = false
      let rendering = try #require(Bench.shared.reply(to: request).rendering)
      #expect(rendering.avatars.map(\.size) == [40] && rendering.warnings.isEmpty)
      request.enlarge = true
      request.outputs[0].file = WirePath(folder.path("large"))
      #expect(Bench.shared.reply(to: request).rendering?.warnings == [.enlarged(crop: 40, size: 512)])
    }

    @Test("past the photo the background shows, exactly") func letterbox() throws {
      let folder = try Folder()
      let source = try Pixels(width: 40, height: 40) { _, _ in [10, 20, 30] }.encoded(.png)
      let attributes = Attributes(
        placement: .crop(.square(x: -20, y: 0, size: 40)), background: .colour(CoveringTests.red))
      let request = RenderRequest(
        try folder.put(source), [Output(size: 20, format: .png)], in: folder, attributes: attributes)
      _ = try #require(Bench.shared.reply(to: request).rendering)
      let pixels = try decoded(folder.read("0"), .png)
      for y in 0..<20 {
        for x in 0..<20 { #expect(pixels[x, y] == (x < 10 ? [200, 10, 0] : [10, 20, 30])) }
      }
    }

    @Test("a round JPEG has white corners, a round PNG empty ones") func round() throws {
      let folder = try Folder()
      let attributes = Attributes(shape: .circle)
      let outputs = [
        Output(size: 64, format: .jpeg), Output(size: 64, format: .png), Output(size: 64, format: .webp),
      ]
      let request = RenderRequest(
        try folder.put(Self.jpeg(200, 200)), outputs, in: folder, attributes: attributes)
      _ = try #require(Bench.shared.reply(to: request).rendering)
      #expect(try decoded(folder.read("0"), .jpeg)[0, 0].allSatisfy { $0 > 225 })
      #expect(try decoded(folder.read("1"), .png)[0, 0] == [0, 0, 0, 0])
      #expect(try decoded(folder.read("2"), .webp)[0, 0][3] == 0)
    }

    @Test("a colour profile that is none is dropped with a warning, and changes nothing") func brokenProfile()
      throws
    {
      let folder = try Folder()
      let plain = try Self.jpeg(64, 64)
      let outputs = [Output(size: 64, format: .png)]
      let request = RenderRequest(try folder.put(plain), outputs, in: folder)
      _ = try #require(Bench.shared.reply(to: request).rendering)
      let tagged = Segment.inserted([Segment.profile([UInt8](repeating: 5, count: 200))], into: plain)
      var second = RenderRequest(try folder.put(tagged, "tagged"), outputs, in: folder)
      second.outputs[0].file = WirePath(folder.path("second"))
      let warnings = try #require(Bench.shared.reply(to: second).rendering).warnings
      #expect(warnings.contains { if case .profileDropped = $0 { true } else { false } })
      #expect(try folder.read("0") == folder.read("second"))
    }

    @Test("attention fills in a placement that can be edited") func attention() throws {
      let folder = try Folder()
      let detail = Pixels(width: 600, height: 200) { x, y in
        x > 440 && x < 560 && y > 30 && y < 170
          ? [230, UInt8((x * 37 + y * 91) % 150), 90] : [120, 125, 130]
      }
      var request = RenderRequest(try folder.put(detail.encoded(.png)), [], in: folder)
      request.placement = .attention
      let rendering = try #require(Bench.shared.reply(to: request).rendering)
      let crop = try #require(rendering.crop)
      #expect(crop.x > 250 && crop.size == 200)
      request.attributes = rendering.attributes
      request.placement = .center
      #expect(Bench.shared.reply(to: request).rendering?.crop == rendering.crop)
    }
  }
}
