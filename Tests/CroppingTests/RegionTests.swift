import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  /// The usual JPEGs' own way, beside that of libjpeg, which takes all others.
  @Suite("Usual JPEGs") struct RegionTests {
    static let usual = Kind.all.filter { !$0.progressive }

    struct Place: CustomTestStringConvertible {
      let size: PixelSize
      let square: Square
      let side: Int
      var testDescription: String { "\(size.width) x \(size.height), \(square) to \(side)" }
    }

    /// Odd sizes, small squares, large ones, some past the edge.
    static let places = [
      Place(
        size: PixelSize(width: 641, height: 479), square: Square(x: 80.3, y: 40.7, side: 400.4), side: 96),
      Place(size: PixelSize(width: 641, height: 479), square: Square(x: 0, y: 0, side: 479), side: 97),
      Place(
        size: PixelSize(width: 640, height: 480), square: Square(x: 300.5, y: 200.25, side: 31.5), side: 64),
      Place(size: PixelSize(width: 640, height: 480), square: Square(x: -100, y: 50, side: 300), side: 75),
      Place(size: PixelSize(width: 333, height: 517), square: Square(x: 100, y: 300, side: 400), side: 128),
      Place(size: PixelSize(width: 900, height: 70), square: Square(x: 815.2, y: 0.5, side: 69), side: 23),
    ]

    @Test("an avatar is as good as by libjpeg", arguments: usual, places)
    func asGood(kind: Kind, place: Place) throws {
      let photo = Pixels.photo(width: place.size.width, height: place.size.height)
      try Self.expectAsGood(
        kind.jpeg(photo), kind, photo, place, .square, [Output(size: place.side, format: .jpeg)])
    }

    @Test("the smallest ones come out, too", arguments: usual, [(17, 9), (9, 17), (1, 1), (8, 8)])
    func tiny(kind: Kind, size: (Int, Int)) throws {
      let photo = Pixels.photo(width: size.0, height: size.1), jpeg = kind.jpeg(photo)
      let plain = Pixels.plain(jpeg, width: size.0, height: size.1)
      for side in [1, 2, 7, 33] {
        let place = Place(
          size: PixelSize(width: size.0, height: size.1),
          square: Square(x: 0, y: 0, side: Double(min(size.0, size.1))), side: side)
        let (found, decoder) = try Self.avatar(jpeg, place, .square, [Output(size: side, format: .png)])
        let truth = try plain.resampled(Area(place.square), width: side, height: side)
        #expect(decoder == .region && found.nearness(to: truth) > 30, "\(side)")
      }
    }

    @Test("and so in every form and format", arguments: Shape.allCases, OutputFormat.allCases)
    func forms(shape: Shape, format: OutputFormat) throws {
      let place = Self.places[0], photo = Pixels.photo(width: place.size.width, height: place.size.height)
      try Self.expectAsGood(
        Kind.usual.jpeg(photo), Kind.usual, photo, place, shape, [Output(size: place.side, format: format)])
    }

    /// To what the photo is, at the avatar's place: the finished files of both ways.
    private static func expectAsGood(
      _ jpeg: [UInt8], _ kind: Kind, _ photo: Pixels, _ place: Place, _ shape: Shape, _ outputs: [Output]
    ) throws {
      let source = kind.gray ? Pixels.plain(jpeg, width: photo.width, height: photo.height) : photo
      let truth = try source.resampled(Area(place.square), width: place.side, height: place.side)
        .covered(by: place.size, within: place.square)
      let shaped = (shape == .circle ? truth.round() : truth).laid(on: 255, 255, 255)
      let (found, decoder) = try avatar(jpeg, place, shape, outputs)
      let (other, usual) = try avatar(Segment.inserted([Segment.doubt], into: jpeg), place, shape, outputs)
      #expect(decoder == .region && usual == .libjpeg)
      let mine = found.nearness(to: shaped), its = other.nearness(to: shaped)
      // What is enlarged has been made up in between; beyond 44 dB it is the rounding of samples that counts.
      let tolerance = Double(place.side) > place.square.side ? 0.4 : 0.1
      #expect(mine > min(its, 44) - tolerance, "\(mine) dB for \(its) dB")
    }

    private static func avatar(
      _ jpeg: [UInt8], _ place: Place, _ shape: Shape, _ outputs: [Output]
    ) throws -> (Pixels, Rendering.Decoder?) {
      let folder = try Folder()
      var request = RenderRequest(try folder.put(jpeg), outputs, in: folder)
      request.attributes.placement = .crop(
        .square(x: place.square.x, y: place.square.y, size: place.square.side))
      request.shape = shape
      let made = try #require(Bench.shared.reply(to: request).rendering)
      let file = try decoded(folder.read("0"), outputs[0].format.asInput)
      return (file.laid(on: 255, 255, 255), made.decoder)
    }

    @Test("turned in any way it is the same to a pixel", arguments: 1...8, [96, 97])
    func turned(orientation: Int, side: Int) throws {
      let photo = Pixels.photo(width: 641, height: 479), stored = PixelSize(width: 641, height: 479)
      let turn = Turn(orientation: orientation)
      let wanted = Square(x: 60.25, y: 30.5, side: 400)
      let jpeg = Kind.usual.jpeg(photo)
      let marked = Segment.inserted([Segment.orientation(UInt16(orientation))], into: jpeg)
      let place = Place(size: turn.upright(stored), square: wanted, side: side)
      let (found, decoder) = try Self.avatar(marked, place, .square, [Output(size: side, format: .png)])
      let square = turn.stored(wanted, in: stored)
      let upright = Place(size: stored, square: square, side: side)
      let (plain, _) = try Self.avatar(jpeg, upright, .square, [Output(size: side, format: .png)])
      #expect(decoder == .region)
      #expect(found.distance(to: turn.applied(to: plain)) <= 1)
    }

    @Test("halved chroma lies as it should, turned or not, at odd sides", arguments: 1...8)
    func halved(orientation: Int) throws {
      let turn = Turn(orientation: orientation), stored = PixelSize(width: 641, height: 479)
      let jpeg = Segment.inserted(
        [Segment.orientation(UInt16(orientation))], into: Kind.usual.jpeg(.photo(width: 641, height: 479)))
      let place = Place(size: turn.upright(stored), square: Square(x: 60.25, y: 30.5, side: 400), side: 97)
      let (found, _) = try Self.avatar(jpeg, place, .square, [Output(size: 97, format: .jpeg, quality: 95)])
      let (whole, _) = try Self.avatar(jpeg, place, .square, [Output(size: 97, format: .png)])
      #expect(found.nearness(to: whole) > 33)
    }

    @Test(
      "what libjpeg forgives is told as libjpeg tells it, wherever it is",
      arguments: [Kind.usual, Kind.all[6]], [0.3, 0.45, 0.6, 0.75])
    func damaged(kind: Kind, place: Double) throws {
      // As wide as the square: what lies beside it is not looked at.
      let jpeg = kind.jpeg(.photo(width: 479, height: 641))
      for (name, file) in [("hole", jpeg.withHole(place)), ("cut", jpeg.cut(place))] {
        let mine = try Self.reply(file), its = try Self.reply(Segment.inserted([Segment.doubt], into: file))
        #expect(mine.rendering?.warnings == its.rendering?.warnings, "\(name)")
        #expect(mine.problem == its.problem, "\(name)")
      }
    }

    @Test("where the data ends early, libjpeg decodes") func cut() throws {
      let jpeg = Kind.usual.jpeg(.photo(width: 641, height: 479))
      #expect(try Self.reply(jpeg).rendering?.decoder == .region)
      #expect(try Self.reply(jpeg.cut(0.5)).rendering?.decoder == .libjpeg)
    }

    @Test("an orientation that libexif does not find turns nothing")
    func misplaced() throws {
      let jpeg = Kind.usual.jpeg(.photo(width: 64, height: 48)), stored = PixelSize(width: 64, height: 48)
      let turned = Segment.orientation(6)
      #expect(try Self.size(Segment.inserted([turned], into: jpeg)) == PixelSize(width: 48, height: 64))
      for (name, exif) in Segment.misplaced {
        #expect(try Self.size(Segment.inserted([exif], into: jpeg)) == stored, "\(name)")
      }
      #expect(try Self.size(jpeg.dropLast(2) + turned + jpeg.suffix(2)) == stored, "behind the scan")
    }

    @Test("of two orientations the first holds") func twice() throws {
      let jpeg = Kind.usual.jpeg(.photo(width: 64, height: 48))
      let made = try [Segment.orientations(6, 8), Segment.orientation(6)].map { exif in
        try #require(Self.reply(Segment.inserted([exif], into: jpeg)).rendering)
      }
      #expect(made[0].decoder == .region && made[0].avatars == made[1].avatars)
    }

    private static func size(_ jpeg: [UInt8]) throws -> PixelSize? {
      try reply(jpeg).rendering?.original?.size
    }

    private static func reply(_ jpeg: [UInt8]) throws -> RenderReply {
      let folder = try Folder()
      return Bench.shared.reply(
        to: RenderRequest(try folder.put(jpeg), [Output(size: 96, format: .jpeg)], in: folder))
    }

    @Test("sizes of one set come from one decoding, each as good as by libjpeg")
    func ladder() throws {
      let photo = Pixels.photo(width: 1200, height: 900), jpeg = Kind.usual.jpeg(photo)
      let square = Square(x: 120.3, y: 40.7, side: 800.4)
      let sizes = [384, 192, 75]
      let made = try [jpeg, Segment.inserted([Segment.doubt], into: jpeg)].map { file in
        let folder = try Folder()
        var request = RenderRequest(
          try folder.put(file), sizes.map { Output(size: $0, format: .jpeg) }, in: folder)
        request.attributes.placement = .crop(.square(x: square.x, y: square.y, size: square.side))
        _ = try #require(Bench.shared.reply(to: request).rendering)
        return try sizes.indices.map { try decoded(folder.read("\($0)"), .jpeg) }
      }
      for (index, size) in sizes.enumerated() {
        let truth = try photo.resampled(Area(square), width: size, height: size)
        #expect(made[0][index].nearness(to: truth) > made[1][index].nearness(to: truth) - 0.1, "\(size)")
      }
    }
  }
}

extension [UInt8] {
  /// Some bytes of the compressed data are not what they were.
  fileprivate func withHole(_ place: Double) -> [UInt8] {
    var bytes = self
    let start = Int(place * Double(count))
    for i in start..<(start + 40) where bytes[i] != 0xFF && bytes[i - 1] != 0xFF { bytes[i] = 0xFE }
    return bytes
  }

  /// The rest is missing, but for the end of the image.
  fileprivate func cut(_ place: Double) -> [UInt8] { prefix(Int(place * Double(count))) + [0xFF, 0xD9] }
}
