import Model
import Testing

@testable import Ledger

@Suite struct PackingTests {
  @Test("a number comes back", arguments: [0, 1, -1, 63, 64, -64, -65, 300, 1 << 40, .max, .min])
  func number(_ number: Int) throws {
    var packer = Packer(capacity: 16)
    packer.add(number)
    var unpacker = Unpacker(packer.bytes)
    #expect(try unpacker.int() == number)
    #expect(unpacker.isAtEnd)
  }

  static let attributes = [
    Attributes(),
    Attributes(placement: .centre, rotation: .half, shape: .square, background: .transparent),
    Attributes(
      placement: .onScreen(
        viewport: Viewport(width: 390, height: 844), scale: 1.5, position: Position(x: 30, y: -20))),
    Attributes(placement: .crop(.square(x: -0.5, y: 1e300, size: .leastNonzeroMagnitude))),
    Attributes(
      placement: .crop(.rectangle(x: 1, y: 2, width: 3, height: 4)), shape: .circle,
      background: .colour(Colour(red: 255, green: 0, blue: 128, written: "é"))),
  ]

  @Test("a record comes back as it was", arguments: attributes)
  func record(_ attributes: Attributes) throws {
    var whole = sample("m1")
    whole.attributes = attributes
    #expect(try PackedRecord.record(from: PackedRecord.bytes(of: whole)) == whole)
    whole.job = nil
    whole.avatars = []
    whole.avatarSignatures = []
    whole.warnings = [Warning(text: ""), Warning(Message("warning.firstFrameOnly", ["frames": 2]))]
    whole.original?.signature.inode = .max
    #expect(try PackedRecord.record(from: PackedRecord.bytes(of: whole)) == whole)
  }

  @Test("a placeholder's record comes back as it was, with an original and without")
  func placeholder() throws {
    var whole = sample("m1")
    whole.attributes.placeholder = Placeholder(.symbol(.star), mode: .hierarchical)
    whole.crop = nil
    #expect(try PackedRecord.record(from: PackedRecord.bytes(of: whole)) == whole)
    whole.original = nil
    #expect(try PackedRecord.record(from: PackedRecord.bytes(of: whole)) == whole)
  }

  @Test("a photo's record is packed as it always was: an older ledger stays readable")
  func photo() { #expect(PackedRecord.bytes(of: sample("m1")).first == 2) }

  @Test func aRecordThatEndsEarlyOrLateIsRefused() {
    let bytes = PackedRecord.bytes(of: sample("m1"))
    for count in bytes.indices {
      #expect(throws: Unpacker.Failure.self) { try PackedRecord.record(from: Array(bytes[..<count])) }
    }
    #expect(throws: Unpacker.Failure.self) { try PackedRecord.record(from: bytes + [0]) }
  }

  @Test func aDamagedRecordNeverTraps() {
    let bytes = PackedRecord.bytes(of: sample("m1"))
    for index in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        var damaged = bytes
        damaged[index] = value
        _ = try? PackedRecord.record(from: damaged)
      }
    }
  }
}
