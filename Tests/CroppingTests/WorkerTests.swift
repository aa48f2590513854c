import CTondo.Spawn
import Foundation
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("The worker process") struct WorkerTests {
    /// Runs the built program with these lines and the files that come with each, to its end.
    static func run(
      _ arguments: [String], lines: [(text: [UInt8], files: [CInt])] = []
    ) throws -> (status: Int32, lines: [Substring]) {
      var ends: [CInt] = [-1, -1]
      try #require(tondo_socketpair(&ends) == 0)
      let process = Process(), own = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      let program: URL = try #require(Self.program)
      process.executableURL = program
      process.arguments = arguments
      process.standardInput = FileHandle(fileDescriptor: ends[1])
      process.standardOutput = process.standardInput
      try process.run()
      close(ends[1])
      for line in lines {
        let count = tondo_send_now(ends[0], line.text, line.text.count, line.files, line.files.count)
        #expect(count == line.text.count)
      }
      shutdown(ends[0], Int32(SHUT_WR))
      let text = try own.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self).split(separator: "\n"))
    }

    /// Beside the running tests.
    static var program: URL? {
      let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      let folders =
        [own, own.deletingLastPathComponent()]
        + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
      return folders.map { $0.appendingPathComponent("tondo-worker") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    }

    static func reply(_ line: Substring) throws -> RenderReply {
      try Wire.value(RenderReply.self, from: Array(line.utf8))
    }

    @Test("a line in, a line out, until the input ends") func lines() throws {
      let folder = try Folder()
      let original = try folder.put(Pixels.noise(width: 20, height: 20).encoded(.png))
      let good = RenderRequest(original, [Output(size: 8, format: .webp)], in: folder)
      var strange = good
      strange.version = 99
      let files = Handed(good)
      let rest = Array("{ nonsense\n\n".utf8) + (try Wire.line(strange)) + Array("{\"cut".utf8)
      let (status, lines) = try Self.run(
        [], lines: [(try Wire.line(good), files.descriptors), (rest, [])])
      #expect(status == 0 && lines.count == 4)
      #expect(try Self.reply(lines[0]).rendering?.avatars.count == 1)
      for line in lines.dropFirst() {
        guard case .unable(.workerProtocol) = try Self.reply(line) else {
          Issue.record("\(line)")
          continue
        }
      }
      #expect(folder.names == ["0", "original"])
    }

    @Test("no input is no work") func silent() throws {
      let (status, lines) = try Self.run([])
      #expect(status == 0 && lines.isEmpty)
    }

    @Test("the formats of the installation are tried, not listed") func formats() throws {
      let (status, lines) = try Self.run(["--formats"])
      let formats = try Wire.value(Formats.self, from: Array(try #require(lines.first).utf8))
      #expect(status == 0)
      #expect(formats.read.starts(with: [.jpeg, .png, .webp, .gif, .tiff]) && formats.write.contains(.webp))
    }

    @Test("it tells how far it can be confined here: wholly") func confinement() throws {
      let (status, lines) = try Self.run(["--confinement"])
      let found = try Wire.value(Confinement.self, from: Array(try #require(lines.first).utf8))
      #expect(status == 0 && found.gaps == [])
    }

    @Test("other arguments are a wrong usage") func usage() throws {
      #expect(try Self.run(["--help"]).status == 64)
    }
  }
}
