import Exporting
import Importing
import Model
import Scratch
import Testing

@Suite struct LDIFWriterTests {
  private static let pattern = "uid={id},ou=people,dc=example,dc=org"

  private static func record(
    _ name: String, _ image: [UInt8] = gif(), dn pattern: String = pattern,
    _ attribute: LDIFWriter.Attribute = .jpegPhoto
  ) throws -> [UInt8] {
    try LDIFWriter(dn: pattern, attribute: attribute).record(
      Exported(id: id(name), image: image, format: .jpeg))
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test func `a record replaces the photo of the entry that the pattern names`() throws {
    #expect(
      Self.lines(try Self.record("jane", Array("photo".utf8), .thumbnailPhoto)) == [
        "dn: uid=jane,ou=people,dc=example,dc=org", "changetype: modify", "replace: thumbnailPhoto",
        "thumbnailPhoto:: cGhvdG8=", "-", "", "",
      ])
  }

  @Test(
    "an id's characters are kept apart from the name's own",
    arguments: [
      ("Doe, Jane", #"dn: uid=Doe\, Jane,dc=org"#), ("#1", ##"dn: uid=\#1,dc=org"##),
      ("a+b=c", #"dn: uid=a\+b=c,dc=org"#), (#"a"b\c"#, #"dn: uid=a\"b\\c,dc=org"#),
      ("a<b>c;d", #"dn: uid=a\<b\>c\;d,dc=org"#), ("sales/jane", "dn: uid=sales/jane,dc=org"),
      ("zoé", "dn:: " + base64("uid=zoé,dc=org".utf8)), ("a b", "dn: uid=a b,dc=org"),
      (" a ", #"dn: uid=\ a\ ,dc=org"#), ("a\nb", #"dn: uid=a\0ab,dc=org"#),
    ])
  func names(_ name: String, _ line: String) throws {
    #expect(Self.lines(try Self.record(name, dn: "uid={id},dc=org")).first == line)
  }

  @Test func `no line has more than 76 bytes`() throws {
    let record = try Self.record(String(repeating: "x", count: 200), [UInt8](repeating: 7, count: 1000))
    #expect(Self.lines(record).allSatisfy { $0.utf8.count <= 76 })
  }

  @Test func `a pattern that names all alike is refused`() {
    #expect(throws: CommandProblem.self) { try LDIFWriter(dn: "dc=org", attribute: .jpegPhoto) }
  }

  @Test(
    "what is written is read again as it was",
    arguments: ["jane", "Doe, Jane; é+#", "# b", #"a\b"c"#, "😀", String(repeating: "x", count: 230)])
  func roundTrip(_ name: String) throws {
    let writer = try LDIFWriter(dn: Self.pattern, attribute: .jpegPhoto)
    let text = try writer.header + Self.record("other") + Self.record(name)
    let reader = LDIFReader(try ByteStream(MemoryFeed(text)), SourceOptions())
    let sink = Collector()
    _ = try reader.next(into: sink)
    guard case .row(let row)? = try reader.next(into: sink) else { return #expect(Bool(false)) }
    #expect(row.id.text == name && sink.photo == gif() && row.warnings == [])
    if try reader.next(into: sink) != nil { Issue.record("there is a third record") }
  }
}
