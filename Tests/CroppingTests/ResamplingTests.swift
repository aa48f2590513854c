import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Resampling") struct ResamplingTests {
    @Test("one colour stays that colour at every size", arguments: [1, 2, 3, 7, 50, 64, 97, 300], [3, 4])
    func constant(size: Int, bands: Int) throws {
      let colour = Array([UInt8(97), 20, 255, 200].prefix(bands))
      let source = Pixels(width: 64, height: 48, bands: bands) { _, _ in colour }
      let result = try source.resampled(
        Area(x: 3.3, y: 1.7, width: 44.1, height: 44.1), width: size, height: size)
      #expect(result == Pixels(width: size, height: size, bands: bands) { _, _ in colour })
    }

    @Test("whole pixels at their own size stay what they are") func identity() throws {
      let source = Pixels.noise(width: 40, height: 30)
      let part = try source.resampled(Area(x: 7, y: 5, width: 20, height: 20), width: 20, height: 20)
      #expect(part == Pixels(width: 20, height: 20) { x, y in source[x + 7, y + 5] })
    }

    struct Placed: CustomTestStringConvertible {
      let area: Area
      let size: Int
      var testDescription: String { "\(area.x), \(area.y), \(area.width) to \(size)" }
    }

    @Test(
      "a gradient shows that the area lies where it was asked, to a fraction of a pixel",
      arguments: [
        Placed(area: Area(x: 30, y: 40, width: 100, height: 100), size: 100),
        Placed(area: Area(x: 30.5, y: 40.25, width: 100, height: 100), size: 100),
        Placed(area: Area(x: 40.3, y: 33.9, width: 120.6, height: 120.6), size: 37),
        Placed(area: Area(x: 101.7, y: 60.1, width: 10.5, height: 10.5), size: 90),
      ])
    func placement(_ test: Placed) throws {
      let source = Pixels(width: 250, height: 250) { x, y in [UInt8(x), UInt8(y), 0] }
      let result = try source.resampled(test.area, width: test.size, height: test.size)
      let step = test.area.width / Double(test.size)
      for i in 0..<test.size {
        let middle = result[i, i]
        #expect(abs(Double(middle[0]) - (test.area.x + (Double(i) + 0.5) * step - 0.5)) <= 0.6)
        #expect(abs(Double(middle[1]) - (test.area.y + (Double(i) + 0.5) * step - 0.5)) <= 0.6)
      }
    }

    @Test("the mirror image of the source gives the mirror image", arguments: [5, 16, 33, 64, 99])
    func symmetric(size: Int) throws {
      let source = Pixels.noise(width: 64, height: 64)
      let mirror = Turn(orientation: 2)
      let one = try mirror.applied(to: source.resampled(width: size, height: size))
      let other = try mirror.applied(to: source).resampled(width: size, height: size)
      #expect(one.distance(to: other) <= 1)
    }

    @Test("a white disc on transparent black has no dark edge", arguments: [16, 50, 200]) func noFringe(
      size: Int
    ) throws {
      let disc = Pixels(width: 100, height: 100, bands: 4) { x, y in
        (x - 50) * (x - 50) + (y - 50) * (y - 50) < 1600 ? [255, 255, 255, 255] : [0, 0, 0, 0]
      }
      let result = try disc.resampled(width: size, height: size)
      for y in 0..<size {
        for x in 0..<size where result[x, y][3] > 0 {
          #expect(result[x, y].prefix(3).allSatisfy { $0 >= 250 })
        }
      }
    }

    @Test(
      "past the edge the edge goes on, whatever the size of the area", arguments: [10.0, 100, 1e4, 1e7, 1e9])
    func farOutside(side: Double) throws {
      let source = Pixels(width: 20, height: 20) { _, _ in [10, 200, 30] }
      let result = try source.resampled(
        Area(x: -side / 2, y: -side / 3, width: side, height: side), width: 60, height: 60)
      #expect(result == Pixels(width: 60, height: 60) { _, _ in [10, 200, 30] })
    }

    @Test("every size from 1 to 130 is exact and has no dark row or column") func sweep() throws {
      let source = Pixels(width: 101, height: 101) { _, _ in [20, 20, 20] }
      for size in 1...130 {
        let result = try source.resampled(
          Area(x: 0, y: 0, width: 101, height: 101), width: size, height: size)
        #expect(result.width == size && result.height == size && result.samples.allSatisfy { $0 == 20 })
      }
    }

    @Test("where all is alike, attention stays in the middle") func dull() {
      #expect(Salience(Pixels(width: 30, height: 11) { _, _ in [90, 90, 90] }).offset == 9)
    }

    @Test("a detail at one end is found by attention") func attention() {
      let flat = Pixels(width: 300, height: 100) { x, y in
        x > 230 && x < 280 && y > 20 && y < 80 ? [220, UInt8((x * 37 + y * 91) % 160), 90] : [128, 128, 128]
      }
      #expect(Salience(flat).offset > 150)
    }
  }
}
