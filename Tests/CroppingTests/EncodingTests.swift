import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Encoding") struct EncodingTests {
    @Test("the same pixels give the same bytes", arguments: OutputFormat.allCases) func repeatable(
      format: OutputFormat
    ) throws {
      let pixels = Pixels.noise(width: 64, height: 64)
      #expect(try pixels.encoded(format) == pixels.encoded(format))
    }

    @Test("alpha survives where the format has it", arguments: [OutputFormat.png, .webp, .avif])
    func alpha(format: OutputFormat) throws {
      let pixels = CoveringTests.plain(64).round()
      let again = try decoded(pixels.encoded(format), format.asInput)
      #expect(again.hasAlpha)
      #expect(again[0, 0][3] == 0 && again[32, 32][3] == 255)
    }

    @Test("PNG keeps every level") func lossless() throws {
      for bands in [3, 4] {
        var pixels = Pixels.noise(width: 33, height: 17, bands: bands)
        if bands == 4 { for i in stride(from: 3, to: pixels.samples.count, by: 4) { pixels.samples[i] |= 1 } }
        #expect(try decoded(pixels.encoded(.png), .png).distance(to: pixels) <= (bands == 4 ? 1 : 0))
      }
    }

    @Test("a budget is met, and not by more than needed", arguments: [OutputFormat.jpeg, .webp, .avif])
    func budget(format: OutputFormat) throws {
      let pixels = Pixels.noise(width: 96, height: 96)
      let best = try pixels.encoded(format, quality: 90).count
      let output = Output(size: 96, format: format, quality: 90, maxBytes: best * 2 / 3)
      guard case .fits(let bytes) = try Budget(output: output).encode(.rgb(pixels)) else {
        Issue.record("it could fit")
        return
      }
      #expect(bytes.count <= best * 2 / 3)
      #expect(bytes.count > best / 3)
    }

    @Test("PNG fits by fewer colours") func palette() throws {
      let pixels = Pixels.noise(width: 96, height: 96)
      let output = Output(size: 96, format: .png, maxBytes: 10_500)
      guard case .fits(let bytes) = try Budget(output: output).encode(.rgb(pixels)) else {
        Issue.record("it could fit")
        return
      }
      #expect(bytes.count <= 10_500)
      #expect(try decoded(bytes, .png).width == 96)
    }

    @Test("what cannot fit is missed, and says by how much", arguments: OutputFormat.allCases)
    func missed(format: OutputFormat) throws {
      let output = Output(size: 96, format: format, maxBytes: 40)
      guard
        case .missed(let smallest) = try Budget(output: output).encode(.rgb(.noise(width: 96, height: 96)))
      else {
        Issue.record("40 bytes are too few")
        return
      }
      #expect(smallest > 40 && smallest < 10_000)
    }
  }
}
