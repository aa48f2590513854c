import Foundation
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("The worker process") struct WorkerTests {
    /// Runs the built program with this input, to its end.
    static func run(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, lines: [Substring])
    {
      let process = Process(), output = Pipe(), given = Pipe()
      let program: URL = try #require(Self.program)
      process.executableURL = program
      process.arguments = arguments
      process.standardOutput = output
      process.standardInput = given
      try process.run()
      try given.fileHandleForWriting.write(contentsOf: Data(input))
      try given.fileHandleForWriting.close()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
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
      let input =
        try Wire.line(good) + Array("{ nonsense\n\n".utf8) + Wire.line(strange) + Array("{\"cut".utf8)
      let (status, lines) = try Self.run([], input: input)
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

    @Test("other arguments are a wrong usage") func usage() throws {
      #expect(try Self.run(["--help"]).status == 64)
    }
  }
}
