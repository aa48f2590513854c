import Files
import Foundation
import Testing
import Workers

@testable import Cropping
@testable import Model

extension CroppingTests {
  /// Confined, a worker makes of every file what it makes of it free: libraries reach for nothing that they lack.
  @Suite("Confined") final class ConfinedTests: Sendable {
    private let pool: WorkerPool

    init() throws {
      let program = try #require(WorkerTests.program?.path)
      pool = try WorkerPool(executable: Array(program.utf8), folder: [UInt8(ascii: "/")], count: 1)
    }

    deinit { pool.stop(within: .zero) }

    @Test("a worker answers the same with its sandbox and without, to the last byte", arguments: Corpus.rows)
    func corpus(_ row: CorpusRow) throws { try compare(row.path, [Output(size: 24, format: .jpeg)]) }

    @Test("and so in every format that it writes itself", arguments: OutputFormat.allCases)
    func own(_ format: OutputFormat) throws {
      let folder = try Folder()
      // Large enough for threads of the decoders.
      let original = try folder.put(Pixels.noise(width: 900, height: 700).encoded(format, quality: 80))
      try compare(original, OutputFormat.allCases.map { Output(size: 300, format: $0) })
    }

    private func compare(_ original: String, _ outputs: [Output]) throws {
      let folder = try Folder()
      let request = RenderRequest(original, outputs, in: folder)
      let free = Bench.shared.reply(to: request)
      let root = try Root(opening: Array(folder.path.utf8))
      var files = OpenFiles()
      files.add(try Descriptor(reading: Array(original.utf8)))
      for index in outputs.indices {
        files.add(try root.making(try #require(BytePath("\(index)")), mode: 0o644))
      }
      #expect(pool.render(request, files) == .reply(free))
    }
  }
}
