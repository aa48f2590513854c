import CTondoImage
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  /// The resampler of planes, beside that of whole pixels.
  @Suite("Planes") struct PlaneTests {
    struct Case: CustomTestStringConvertible {
      let size: PixelSize
      let area: Area
      let result: PixelSize
      var testDescription: String { "\(area) of \(size) to \(result)" }
    }

    static let cases = [
      Case(
        size: PixelSize(width: 97, height: 61), area: Area(x: 3.3, y: 1.7, width: 44.1, height: 44.1),
        result: PixelSize(width: 40, height: 40)),
      Case(
        size: PixelSize(width: 97, height: 61), area: Area(x: -10, y: -20, width: 90, height: 90),
        result: PixelSize(width: 33, height: 33)),
      Case(
        size: PixelSize(width: 16, height: 16), area: Area(x: 2, y: 3, width: 11, height: 11),
        result: PixelSize(width: 50, height: 50)),
      Case(
        size: PixelSize(width: 301, height: 40), area: Area(x: 0, y: 0, width: 301, height: 40),
        result: PixelSize(width: 17, height: 9)),
      Case(
        size: PixelSize(width: 640, height: 640), area: Area(x: 0, y: 0, width: 640, height: 640),
        result: PixelSize(width: 8, height: 8)),
      Case(
        size: PixelSize(width: 1, height: 1), area: Area(x: 0, y: 0, width: 1, height: 1),
        result: PixelSize(width: 3, height: 2)),
      Case(
        size: PixelSize(width: 20, height: 20), area: Area(x: 1e6, y: 5, width: 10, height: 10),
        result: PixelSize(width: 9, height: 9)),
    ]

    @Test("a plane is resampled as pixels are", arguments: cases) func same(test: Case) throws {
      let source = Pixels.gray(test.size)
      let pixels = try source.resampled(test.area, width: test.result.width, height: test.result.height)
      let plane = try Self.sampled(source, test, Turn(orientation: 1))
      for (one, other) in zip(plane.samples, pixels.firstBand) { #expect(abs(Int(one) - Int(other)) <= 1) }
    }

    @Test("it is laid upright as pixels are", arguments: cases, 1...8)
    func turned(test: Case, orientation: Int) throws {
      let source = Pixels.gray(test.size), turn = Turn(orientation: orientation)
      let plain = try Self.sampled(source, test, Turn(orientation: 1))
      let turned = try Self.sampled(source, test, turn)
      let count = test.result.width * test.result.height
      let expected = turn.applied(
        to: Pixels(
          width: test.result.width, height: test.result.height, bands: 3,
          samples: plain.samples[..<count].flatMap { [$0, $0, $0] }))
      #expect(turned.size == turn.upright(test.result))
      #expect(Array(turned.samples[..<count]) == expected.firstBand)
    }

    @Test("a part gives what the whole gives, and too small a part is none") func part() throws {
      let test = Self.cases[0], source = Pixels.gray(test.size)
      let whole = try Self.sampled(source, test, Turn(orientation: 1))
      let cut = try Self.sampled(source, test, Turn(orientation: 1), from: 0..<52)
      #expect(cut == whole)
      #expect(throws: Failure.self) {
        try Self.sampled(source, test, Turn(orientation: 1), from: 0..<40)
      }
    }

    private static func sampled(
      _ source: Pixels, _ test: Case, _ turn: Turn, from columns: Range<Int>? = nil
    ) throws(Failure) -> SamplePlane {
      _ = Bench.shared
      let columns = columns ?? 0..<source.width
      let grid = tondo_grid(
        width: Int32(source.width), height: Int32(source.height), right: Double(source.width),
        bottom: Double(source.height))
      let sampler = try Sampler(grid, test.area, to: test.result)
      let samples = source.firstBand + [UInt8](repeating: 0, count: Int(TONDO_SPARE))
      return try samples.withUnsafeBufferPointer { room throws(Failure) in
        try sampler.sampled(
          tondo_part_of_plane(
            samples: room.baseAddress?.advanced(by: columns.lowerBound), stride: source.width,
            x: Int32(columns.lowerBound), y: 0, width: Int32(columns.count), height: Int32(source.height)),
          turn)
      }
    }

    @Test(
      "gray planes give gray pixels, and the ends of the range come back",
      arguments: [0, 1, 127, 128, 254, 255])
    func gray(value: UInt8) throws {
      let size = PixelSize.square(5), neutral = SamplePlane(.half(of: size), repeating: 128)
      let planes = YCbCrPixels(luma: SamplePlane(size, repeating: value), blue: neutral, red: neutral)
      #expect(try planes.rgb() == Pixels(width: 5, height: 5) { _, _ in [value, value, value] })
    }

    @Test(
      "planes come out of a file as they went in", arguments: [1, 2, 15, 16, 17, 96],
      [OutputFormat.jpeg, .webp])
    func encoded(side: Int, format: OutputFormat) throws {
      let size = PixelSize.square(side)
      let planes = YCbCrPixels(
        luma: SamplePlane(size, repeating: 150), blue: SamplePlane(.half(of: size), repeating: 100),
        red: SamplePlane(.half(of: size), repeating: 170))
      let file = try planes.encoded(format, quality: 95)
      #expect(try decoded(file, format.asInput).distance(to: planes.rgb()) <= 4)
    }
  }
}

extension Pixels {
  /// Nothing repeats, in one shade.
  fileprivate static func gray(_ size: PixelSize) -> Pixels {
    let noise = noise(width: size.width, height: size.height)
    return Pixels(width: size.width, height: size.height) { x, y in
      [UInt8](repeating: noise[x, y][0], count: 3)
    }
  }

  fileprivate var firstBand: [UInt8] { stride(from: 0, to: samples.count, by: bands).map { samples[$0] } }
}
