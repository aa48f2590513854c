import Foundation
import Testing

@testable import Cropping
@testable import Model

/// All tests of this target, one after the other: libvips keeps its messages in one place for the whole process.
@Suite(.serialized) struct CroppingTests {}

/// libvips is started once in a process, and never again.
final class Bench: @unchecked Sendable {
  static let shared = Bench()
  private let cropper: Cropper

  private init() {
    guard let library = try? Library() else { fatalError("libvips does not start") }
    cropper = Cropper(library)
  }

  func reply(to request: RenderRequest) -> RenderReply {
    let files = Handed(request)
    return reply(to: request, files.descriptors)
  }

  func reply(to request: RenderRequest, _ files: [CInt]) -> RenderReply { cropper.reply(to: request, files) }
}

/// The files that a request names, open as a daemon hands them over.
final class Handed {
  let descriptors: [CInt]

  init(_ request: RenderRequest) {
    descriptors =
      (request.original.map { [$0] } ?? []).map { path in
        Self.withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
      }
      + request.outputs.map { target in
        Self.withPath(target.file) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
      }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func withPath<Result>(_ path: WirePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    String(decoding: path.bytes, as: UTF8.self).withCString(body)
  }
}

/// A folder that goes when the test ends.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tondo-cropping-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  func put(_ bytes: [UInt8], _ name: String = "original") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Of the files with something in them.
  var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    return all.filter { (try? FileManager.default.attributesOfItem(atPath: path($0))[.size] as? Int) != 0 }
  }
}

extension WirePath {
  init(_ text: String) { self.init(Array(text.utf8)) }
}

extension RenderRequest {
  /// A request for these outputs, in a folder; the files are named 0, 1, 2 ...
  init(_ original: String, _ outputs: [Output], in folder: Folder, attributes: Attributes = Attributes()) {
    self.init(
      original: WirePath(original), attributes: attributes, settings: Settings(),
      outputs: outputs.enumerated().map {
        Target(file: WirePath(folder.path("\($0.offset)")), output: $0.element)
      })
  }
}

extension RenderReply {
  var rendering: Rendering? { if case .rendered(let rendering) = self { rendering } else { nil } }
  var problem: PhotoProblem? { if case .refused(let problem) = self { problem } else { nil } }
}

extension Pixels {
  init(width: Int, height: Int, bands: Int = 3, _ value: (_ x: Int, _ y: Int) -> [UInt8]) {
    var samples: [UInt8] = []
    for y in 0..<height { for x in 0..<width { samples += value(x, y) } }
    self.init(width: width, height: height, bands: bands, samples: samples)
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * bands
    return Array(samples[start..<(start + bands)])
  }

  /// Red, green, blue and white quarters: every turn and mirror of it looks different.
  static func quarters(width: Int, height: Int) -> Pixels {
    Pixels(width: width, height: height) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): [255, 0, 0]
      case (false, true): [0, 255, 0]
      case (true, false): [0, 0, 255]
      case (false, false): [255, 255, 255]
      }
    }
  }

  /// Nothing repeats, and nothing is flat.
  static func noise(width: Int, height: Int, bands: Int = 3, seed: UInt32 = 1) -> Pixels {
    var state = seed
    return Pixels(width: width, height: height, bands: bands) { _, _ in
      (0..<bands).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(state >> 24)
      }
    }
  }

  func encoded(_ format: OutputFormat, quality: Int = 95) throws -> [UInt8] {
    _ = Bench.shared
    return try Encoding(format: format, quality: quality).bytes(of: self)
  }

  /// The largest difference of any sample.
  func distance(to other: Pixels) -> Int {
    guard samples.count == other.samples.count else { return 256 }
    return zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}

/// The pixels of a file, as they are stored.
func decoded(_ bytes: [UInt8], _ format: InputFormat) throws -> Pixels {
  _ = Bench.shared
  return try bytes.withUnsafeBytes { raw in
    let picture = try Picture(raw, as: format.loader)
    let size = picture.size
    let all = Area(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    return try picture.sampled(
      all, right: all.width, bottom: all.height, width: size.width, height: size.height
    ).pixels
  }
}

extension OutputFormat {
  var asInput: InputFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .avif: .avif
    }
  }
}
