import Foundation
import Testing

@testable import Cropping
@testable import Model

extension CroppingTests {
  @Suite("Privacy") struct PrivacyTests {
    static let secret = "Jane at home"

    static func photo() throws -> [UInt8] {
      let plain = try Pixels.noise(width: 64, height: 64).encoded(.jpeg)
      return Segment.inserted(
        [Segment.whereabouts(secret), Segment.xmp(secret), Segment.comment(secret)], into: plain)
    }

    static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
      Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test(
      "nothing that the photo says of itself reaches an avatar", arguments: OutputFormat.allCases,
      [Shape.square, .circle])
    func metadata(format: OutputFormat, shape: Shape) throws {
      let folder = try Folder()
      let photo = try Self.photo()
      #expect(Self.contains(photo, Self.secret))
      let request = RenderRequest(
        try folder.put(photo), [Output(size: 48, format: format)], in: folder,
        attributes: Attributes(shape: shape))
      _ = try #require(Bench.shared.reply(to: request).rendering)
      let bytes = try folder.read("0")
      for word in [
        Self.secret, "Exif", "EXIF", "XMP ", "xmpmeta", "ICC_PROFILE", "ICCP", "iCCP", "GPS", "http:",
      ] {
        #expect(!Self.contains(bytes, word), "\(word)")
      }
      try Self.askExiftool(folder.path("0"))
    }

    /// Where it is installed: a second opinion, in groups of tags that only metadata has.
    static func askExiftool(_ file: String) throws {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool") else { return }
      let process = Process(), output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/exiftool")
      process.arguments = [
        "-s", "-EXIF:All", "-XMP:All", "-IPTC:All", "-ICC_Profile:All", "-GPS:All", "-Comment", file,
      ]
      process.standardOutput = output
      try process.run()
      let found = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(String(decoding: found, as: UTF8.self) == "")
    }
  }
}
