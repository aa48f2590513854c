import Foundation
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Refusals") struct RefusalTests {
    static let small = [Output(size: 16, format: .png)]

    static func problem(_ bytes: [UInt8], limits: Limits = Limits()) throws -> PhotoProblem? {
      let folder = try Folder()
      var request = RenderRequest(try folder.put(bytes), small, in: folder)
      request.limits = limits
      let reply = Bench.shared.reply(to: request)
      #expect(folder.names == (reply.rendering == nil ? ["original"] : ["0", "original"]))
      return reply.problem
    }

    @Test("a file that ends early is truncated, wherever it ends", arguments: OutputFormat.allCases)
    func truncated(format: OutputFormat) throws {
      let whole = try Pixels.noise(width: 90, height: 60).encoded(format, quality: 80)
      #expect(try Self.problem(whole) == nil)
      for part in stride(from: 0.02, to: 1, by: 0.07) {
        let problem = try Self.problem(Array(whole.prefix(Int(Double(whole.count) * part))))
        #expect(problem?.isIncomplete == true, "\(Int(part * 100)) % gave \(String(describing: problem))")
      }
      #expect(try Self.problem(Array(whole.dropLast(1)))?.isIncomplete == true)
    }

    @Test("a progressive JPEG whose end is missing is truncated, though the crop lies above it")
    func cropAbove() throws {
      let folder = try Folder()
      let whole = try Pixels.noise(width: 64, height: 256).encoded(.jpeg)
      var request = RenderRequest(
        try folder.put(Array(whole.dropLast(whole.count / 8))), Self.small, in: folder)
      request.attributes.placement = .crop(.square(x: 0, y: 0, size: 64))
      #expect(Bench.shared.reply(to: request).problem?.isIncomplete == true)
    }

    @Test("a flipped byte in a PNG is damage") func flipped() throws {
      var bytes = try Pixels.noise(width: 60, height: 60).encoded(.png)
      bytes[bytes.count / 2] ^= 0x40
      guard case .damaged(format: .png, _) = try Self.problem(bytes) else {
        Issue.record("it was accepted")
        return
      }
    }

    @Test("nothing is empty") func empty() throws { #expect(try Self.problem([]) == .empty) }

    @Test("limits are judged before decoding") func limits() throws {
      let bytes = try Pixels.noise(width: 90, height: 60).encoded(.png)
      var limits = Limits()
      limits.side = 89
      #expect(
        try Self.problem(bytes, limits: limits) == .tooLong(PixelSize(width: 90, height: 60), limit: 89))
      limits.side = 90
      limits.pixels = 5399
      #expect(
        try Self.problem(bytes, limits: limits)
          == .tooManyPixels(PixelSize(width: 90, height: 60), limit: 5399))
      limits.pixels = 5400
      limits.bytes = bytes.count - 1
      #expect(try Self.problem(bytes, limits: limits) == .tooManyBytes(bytes.count, limit: bytes.count - 1))
    }

    @Test("a header of 60000 x 60000 is refused at once") func bomb() throws {
      var bytes = try Pixels.noise(width: 4, height: 4).encoded(.png)
      bytes.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
      #expect(try Self.problem(bytes) == .tooLong(PixelSize(width: 60_000, height: 60_000), limit: 30_000))
    }

    @Test("a link, a folder and a name that is gone are not read") func special() throws {
      let folder = try Folder()
      let real = try folder.put(Pixels.noise(width: 4, height: 4).encoded(.png), "real")
      try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: real)
      mkfifo(folder.path("pipe"), 0o600)
      func problem(_ path: String) -> PhotoProblem? {
        Bench.shared.reply(to: RenderRequest(path, Self.small, in: folder)).problem
      }
      #expect(problem(folder.path("link")) == .unreadable(number: ELOOP))
      #expect(problem(folder.path("gone")) == .unreadable(number: ENOENT))
      #expect(problem(folder.path) == .notAPhoto(looksLike: "a folder"))
      #expect(problem(folder.path("pipe")) == .notAPhoto(looksLike: "a special file"))
    }

    @Test("a missed budget takes the files away that were made before it") func allOrNothing() throws {
      let folder = try Folder()
      let original = try folder.put(Pixels.noise(width: 90, height: 60).encoded(.png))
      let outputs = [Output(size: 16, format: .png), Output(size: 32, format: .jpeg, maxBytes: 50)]
      guard
        case .budgetMissed(let file, 50, let smallest) = Bench.shared.reply(
          to: RenderRequest(original, outputs, in: folder)
        ).problem
      else {
        Issue.record("50 bytes are too few")
        return
      }
      #expect(file == "1" && smallest > 50 && folder.names == ["original"])
    }

    @Test("a name that is taken is the node's trouble, and stays") func taken() throws {
      let folder = try Folder()
      let original = try folder.put(Pixels.noise(width: 9, height: 9).encoded(.png))
      _ = try folder.put([1, 2, 3], "1")
      let request = RenderRequest(original, Self.small + Self.small, in: folder)
      #expect(
        Bench.shared.reply(to: request)
          == .unable(.system(doing: "create", path: folder.path("1"), number: EEXIST)))
      #expect(folder.names == ["1", "original"])
      #expect(try folder.read("1") == [1, 2, 3])
    }
  }
}
