import Model
import Testing

@testable import Exporting

/// A record of an id with one avatar.
private func record(_ id: String, _ attributes: Attributes) -> (AvatarID, Record, Manifest.Avatar)? {
  guard let id = AvatarID(id), let original = BytePath("originals/\(id.text).jpg") else { return nil }
  let facts = OriginalFacts(sha256: "o", bytes: 9, format: .jpeg, size: PixelSize(width: 30, height: 40))
  let avatar = Manifest.Avatar(
    file: String(decoding: id.file("-96.jpg").name, as: UTF8.self), size: 96, format: .jpeg, bytes: 3,
    sha256: "abc")
  let record = Record(
    original: .init(file: WirePath(original.bytes), facts: facts, signature: .none), attributes: attributes,
    crop: nil, avatars: [avatar], avatarSignatures: [.none], warnings: [], made: "", processed: "",
    manifest: "", manifestSignature: .none)
  return (id, record, avatar)
}

private func row(_ id: String, _ attributes: Attributes = Attributes(placement: .centre)) -> String? {
  record(id, attributes).map { String(decoding: CSVWriter.row($0.0, $0.1, $0.2), as: UTF8.self) }
}

@Suite("A table of what is published") struct CSVWriterTests {
  @Test("begins with the names of its columns") func header() {
    #expect(
      String(decoding: CSVWriter.header, as: UTF8.self)
        == "id,file,sha256,original,scale,x,y,viewport,crop,rotation,shape,background\r\n")
  }

  @Test(
    "says where the viewfinder is in the words of the command line",
    arguments: [
      (Placement.relative(scale: 1.6, position: Position(x: -0.12, y: 0.05)), "1.6,-0.12,0.05,,"),
      (
        .onScreen(
          viewport: Viewport(width: 390, height: 844), scale: 1.5, position: Position(x: 30, y: -20)),
        #"1.5,30,-20,"390x844,15","#
      ),
      (.crop(.square(x: 0.5, y: -1, size: 20)), #",,,,"0.5,-1,20""#),
      (.crop(.rectangle(x: 1, y: 2, width: 3, height: 4.25)), #",,,,"1,2,3x4.25""#),
    ])
  func placements(_ placement: Placement, _ fields: String) {
    let row = row("sales/jane", Attributes(placement: placement))
    #expect(row == "sales/jane,avatars/sales/jane-96.jpg,abc,originals/sales/jane.jpg,\(fields),,,\r\n")
  }

  @Test("leaves empty what was left to the settings, and tells the rest") func others() throws {
    let colour = Colour(red: 1, green: 2, blue: 3, written: "#010203")
    let attributes = Attributes(
      placement: .centre, rotation: .quarter, shape: .circle, background: .colour(colour))
    #expect(row("jane", attributes)?.hasSuffix(",1,0,0,,,90,circle,#010203\r\n") == true)
    #expect(row("jane")?.hasSuffix(",1,0,0,,,,,\r\n") == true)
  }

  @Test(
    "quotes what would end a field",
    arguments: [
      ("Doe, Jane", #""Doe, Jane""#), (#"the "one""#, #""the ""one""""#), ("two\nlines", "\"two\nlines\""),
      (#"""#, #""""""#), (" spaced ", "\" spaced \""), ("a;b", #""a;b""#), ("plain é", "plain é"),
    ])
  func quoted(_ id: String, _ field: String) {
    #expect(row(id)?.hasPrefix(field + ",") == true, "\(row(id) ?? "")")
  }
}
