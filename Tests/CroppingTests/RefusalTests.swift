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
      #expect(folder.names.contains("0") == (reply.rendering != nil))
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

    @Test("a GIF that ends early is truncated, after whatever byte; its trailer may be missing") func cutGIF()
      throws
    {
      let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      let whole = header + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
      for count in 1..<(whole.count - 1) {
        let problem = try Self.problem(Array(whole.prefix(count)))
        #expect(problem?.isIncomplete == true, "\(count) bytes gave \(String(describing: problem))")
      }
      #expect(try Self.problem(Array(whole.dropLast())) == nil && Self.problem(whole) == nil)
    }

    @Test("a TIFF whose directory has no entry yet is truncated", arguments: [2, 3, 6, 40]) func emptyTIFF(
      rest: Int
    ) throws {
      let bytes = Array("II*".utf8) + [0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: rest)
      #expect(try Self.problem(bytes)?.isIncomplete == true)
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

    @Test("a folder and a pipe are not read") func special() throws {
      let folder = try Folder()
      mkfifo(folder.path("pipe"), 0o600)
      func problem(_ path: String) -> PhotoProblem? {
        Bench.shared.reply(to: RenderRequest(path, Self.small, in: folder)).problem
      }
      #expect(problem(folder.path) == .notAPhoto(looksLike: Message("looks.folder")))
      #expect(problem(folder.path("pipe")) == .notAPhoto(looksLike: Message("looks.special")))
    }

    @Test("a missed budget is told by the name of the file") func budget() throws {
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
      #expect(file == "1" && smallest > 50)
    }

    @Test("files that do not belong to the outputs are no photo's trouble", arguments: [[], [0], [0, 0, 0]])
    func files(_ handed: [CInt]) throws {
      let request = RenderRequest("", Self.small, in: try Folder())
      guard case .unable(.workerProtocol) = Bench.shared.reply(to: request, handed) else {
        Issue.record("\(handed.count) files are not two")
        return
      }
    }

    @Test("a file that cannot be filled is the node's trouble") func full() throws {
      let folder = try Folder()
      let original = try folder.put(Pixels.noise(width: 9, height: 9).encoded(.png))
      let request = RenderRequest(original, Self.small, in: folder)
      let files = Handed(request)
      let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
      defer { close(full) }
      #expect(
        Bench.shared.reply(to: request, [files.descriptors[0], full])
          == .unable(.system(doing: .write, path: folder.path("0"), number: ENOSPC)))
    }
  }
}
