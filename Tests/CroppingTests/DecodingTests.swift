import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  /// What is decoded without libvips: a part of the picture alone, at a fraction of its size.
  @Suite("Decoding a part") struct DecodingTests {
    /// As parts of the picture's width and height: at every border, in the middle, thin and nearly all.
    static let places = [
      (0.0, 0.0, 0.3), (0.7, 0.0, 0.3), (0.0, 0.7, 0.3), (0.7, 0.7, 0.3), (0.313, 0.297, 0.4),
      (0.5, 0.9, 0.06), (0.9, 0.5, 0.06), (0.01, 0.01, 0.97), (-0.1, 0.4, 0.5), (0.6, 0.6, 0.6),
    ]

    @Test("all of a JPEG is what libjpeg makes of it", arguments: Kind.all) func everything(kind: Kind) throws
    {
      for (width, height) in [(203, 157), (64, 48), (17, 9), (1, 1)] {
        let jpeg = kind.jpeg(.photo(width: width, height: height))
        let plain = Pixels.plain(jpeg, width: width, height: height)
        #expect(try whole(jpeg, .jpeg, eighths: 8) == plain)
      }
    }

    @Test("a part of a JPEG is as it is in the whole, at every scale and border", arguments: Kind.all)
    func parts(kind: Kind) throws {
      let jpeg = kind.jpeg(.photo(width: 411, height: 333))
      let eighths = try scales(jpeg, .jpeg).eighths
      #expect(eighths == kind.eighths)
      for eighths in eighths { try Self.expectParts(jpeg, .jpeg, eighths) }
    }

    @Test(
      "a part of a WebP is as it is in the whole", arguments: [(411, 333), (410, 334), (408, 336)], [3, 4])
    func webp(size: (Int, Int), bands: Int) throws {
      let photo = Pixels.photo(width: size.0, height: size.1)
      let bytes = try (bands == 4 ? photo.round() : photo).encoded(.webp)
      let divisible = size.0 % 4 == 0 ? [2, 4, 8] : size.0 % 2 == 0 ? [4, 8] : [8]
      #expect(try scales(bytes, .webp).eighths == (bands == 4 ? [8] : divisible))
      try Self.expectParts(bytes, .webp, 8)
    }

    /// The same square out of the whole and by itself.
    static func expectParts(_ bytes: [UInt8], _ format: InputFormat, _ eighths: Int) throws {
      let all = try whole(bytes, format, eighths: eighths)
      let width = Double(all.width), height = Double(all.height)
      for (x, y, side) in places {
        let area = Area(x: x * width, y: y * height, width: side * width, height: side * width)
        let part = try sampled(
          bytes, format, area, eighths: eighths, side: 40, right: width, bottom: height)
        let cut = try all.resampled(area, width: 40, height: 40)
        #expect(part == cut, "\(eighths)/8 at \(x), \(y)")
      }
    }

    @Test("a finished file is as good as one made of every pixel", arguments: Kind.all)
    func quality(kind: Kind) throws {
      let photo = Pixels.photo(width: 900, height: 700)
      let jpeg = kind.jpeg(photo)
      let source = kind.gray ? Pixels.plain(jpeg, width: 900, height: 700) : photo
      try Self.expectQuality(
        jpeg, .jpeg, decoded: .plain(jpeg, width: 900, height: 700), source)
    }

    @Test("so it is from a WebP") func webpQuality() throws {
      let photo = Pixels.photo(width: 896, height: 704)
      let bytes = try photo.encoded(.webp, quality: 90)
      try Self.expectQuality(
        bytes, .webp, decoded: whole(bytes, .webp, eighths: 8), photo)
    }

    /// At the largest side that each scale is taken for, which shows most.
    static func expectQuality(
      _ bytes: [UInt8], _ format: InputFormat, decoded full: Pixels, _ source: Pixels
    ) throws {
      let reduction = try scales(bytes, format)
      let square = Square(x: 81.3, y: 40.7, side: 600.4)
      for eighths in reduction.eighths {
        let side = Int(square.side * Double(eighths) / 8 / reduction.margin)
        let truth = try source.resampled(Area(square), width: side, height: side)
        let slow = try full.resampled(Area(square), width: side, height: side)
        let fast = try sampled(
          bytes, format, Area(square, eighths: eighths), eighths: eighths, side: side)
        let best = try finished(slow).nearness(to: truth), found = try finished(fast).nearness(to: truth)
        #expect(found > best - 0.1, "\(eighths)/8: \(found) dB instead of \(best)")
      }
    }

    private static func finished(_ pixels: Pixels) throws -> Pixels {
      let bytes = try pixels.encoded(.jpeg, quality: 85)
      return .plain(bytes, width: pixels.width, height: pixels.height)
    }

    @Test("every orientation shows the same square", arguments: 1...8, [Kind.usual, .progressive])
    func orientations(value: Int, kind: Kind) throws {
      let folder = try Folder()
      let stored = kind.jpeg(.photo(width: 640, height: 480))
      let turned = Segment.inserted([Segment.orientation(UInt16(value))], into: stored)
      let size = Turn(orientation: value).upright(PixelSize(width: 640, height: 480))
      let wanted = Square(x: 50.5, y: 20.25, side: 400)
      var request = RenderRequest(
        try folder.put(turned), [Output(size: 120, format: .png)], in: folder)
      request.attributes.placement = .crop(.square(x: wanted.x, y: wanted.y, size: wanted.side))
      #expect(Bench.shared.reply(to: request).rendering?.original?.size == size)
      let turn = Turn(orientation: value)
      let square = turn.stored(wanted, in: PixelSize(width: 640, height: 480))
      let plain = Pixels.plain(stored, width: 640, height: 480)
      let expected = try turn.applied(to: plain.resampled(Area(square), width: 120, height: 120))
      #expect(try decoded(folder.read("0"), .png).nearness(to: expected) > 38)
    }
  }
}
