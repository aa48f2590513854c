import CTestImage
import Foundation
import Testing

@testable import RegionJPEG

/// The judge is libjpeg-turbo: every quantized coefficient is its own.
@Suite struct CoefficientTests {
  @Test("all coefficients are libjpeg's", arguments: TestJPEG.many)
  func generated(_ file: TestJPEG) throws {
    #expect(try compare(file.bytes) > 0)
  }

  @Test("all coefficients of real photos are libjpeg's")
  func corpus() throws {
    guard let folder = Corpus.folder else {
      print("skipped: there is no ../shared/corpus with real photos")
      return
    }
    var compared = 0
    for file in try Corpus.files(in: folder) {
      let bytes = try [UInt8](Data(contentsOf: file))
      guard isSound(bytes) else { continue }
      let blocks = try compare(bytes)
      #expect(blocks > 0, "\(file)")
      compared += 1
    }
    #expect(compared > 10)
  }

  private func isSound(_ bytes: [UInt8]) -> Bool {
    guard let header = try? JPEGHeader(bytes.span) else { return false }
    var decoder = RegionDecoder()
    let whole = Region(columns: 0..<header.width, rows: 0..<header.height)
    return (try? decoder.decode(whole, at: Scale(luma: 1, chroma: 1), of: header, bytes.span))?.state
      == .sound
  }

  /// Returns how many blocks there are.
  private func compare(_ bytes: [UInt8]) throws -> Int {
    let header = try JPEGHeader(bytes.span)
    let own = WholeScan(header).coefficients(bytes.span)
    for (component, coefficients) in own.enumerated() {
      let blocks = coefficients.count / 64
      #expect(tondo_test_same_blocks(bytes, bytes.count, CInt(component), coefficients, blocks) == blocks)
    }
    return own.reduce(0) { $0 + $1.count } / 64
  }
}
