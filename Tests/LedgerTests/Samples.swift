import Foundation
import Model
import Testing

@testable import Ledger

/// A folder of its own for each test, removed with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tondo-ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String = "ledger") -> [UInt8] { Array(url.appending(path: name).path.utf8) }

  func ledger() throws -> Ledger { try Ledger.open(path()) }
}

func id(_ text: String) throws -> AvatarID { try #require(AvatarID(text)) }

func path(_ text: String) throws -> BytePath { try #require(BytePath(text)) }

func record(_ made: String = "m1") -> Record { sample(made) }

func sample(_ made: String) -> Record {
  let signature = FileSignature(inode: 7, size: 3_812_345, modified: 1_764_500_000_123_456_789, changed: -1)
  let digest = String(repeating: "a1", count: 32)
  return Record(
    original: .init(
      file: WirePath(Array("originals/sales/j".utf8) + [0xFF]),
      facts: OriginalFacts(
        sha256: digest, bytes: 3_812_345, format: .jpeg, size: PixelSize(width: 3024, height: 4032)),
      signature: signature),
    attributes: Attributes(
      placement: .relative(scale: 1.6, position: Position(x: -0.12, y: 0.05)), rotation: .quarter,
      shape: .circle,
      background: .colour(Colour(red: 1, green: 2, blue: 3, written: "#010203"))),
    crop: CropSquare(x: 794, y: 977, size: 1890),
    avatars: [512, 256, 96].map {
      Manifest.Avatar(file: "jane-\($0).webp", size: $0, format: .webp, bytes: 21034, sha256: digest)
    },
    avatarSignatures: [signature, signature, signature],
    warnings: [Warning(text: "a ‹warning›"), Warning(Message("looks.pdf"))], made: made,
    processed: "2026-11-30T12:00:00Z", manifest: digest, manifestSignature: signature,
    job: Record.AppliedJob(file: WirePath(Array("inbox/jane.job.json".utf8)), signature: signature))
}

extension Explanation {
  static func verbatim(_ problem: String) -> Explanation { Explanation(.verbatim(problem), nil) }
}
