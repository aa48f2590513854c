import Importing
import Model
import Testing

/// Every text is read in pieces of one byte too.
@Suite struct LDIFTests {
  private static func read(
    _ text: String, from idFrom: String? = nil, pieces: Int = 1 << 16
  ) throws -> [Seen] {
    try everything(LDIFReader(stream(text, pieces: pieces), SourceOptions(idFrom: idFrom)))
  }

  private static let text = base64(gif())
  private static let photo = "jpegPhoto:: " + text
  private static let dn = "dn: uid=jane,ou=people,dc=example,dc=org\n"

  @Test(
    "an entry's id is its uid, else its cn, be it only in its name",
    arguments: [
      ("\(dn)cn: Jane Doe\nuid: jane\n\(photo)", "jane"), ("\(dn)\(photo)\nuid: joe\nuid: jane", "joe"),
      ("dn: cn=Jane Doe,dc=org\ncn: Jane Doe\n\(photo)", "Jane Doe"), ("dn: uid=jane\n\(photo)", "jane"),
      ("dn: cn=Doe\\2C Jane+uid=jd,dc=org\n\(photo)", "jd"),
      ("dn: cn=Doe\\, Jane\\C3\\A9,dc=org\n\(photo)", "Doe, Janeé"),
      ("dn:: \(base64("uid=zoé,dc=org".utf8))\n\(photo)", "zoé"),
      ("\(dn)uid:: \(base64("zoé".utf8))\n\(photo)", "zoé"), ("\(dn)UID;lang-fr: a/b\n\(photo)", "a-b"),
      ("\(dn)uid: ja\n ne\n\(photo)", "jane"), ("\(dn)uid:jane\n\(photo)", "jane"),
      ("\(dn)uid:   jane  \n\(photo)", "jane"),
      ("# comment\n goes on\nversion: 1\n\n\n\(dn)# within\nuid: x\n\(photo)", "x"),
    ] as [(text: String, id: String)], [1, 3, 1 << 16])
  func names(_ example: (text: String, id: String), _ pieces: Int) throws {
    let seen = try Self.read(example.text + "\n", pieces: pieces)
    #expect(seen.map { $0.description.drop { $0.isNumber } } == [" row \(example.id)"])
    #expect(seen.first?.photo == gif())
  }

  @Test func `or of the attribute that is asked for`() throws {
    let text = Self.dn + "employeeNumber: 42\nuid: jane\n" + Self.photo + "\n"
    #expect(try Self.read(text, from: "employeenumber").map(\.description) == ["1 row 42"])
    #expect(
      try Self.read(text, from: "mail").map(\.description)
        == ["1 bad -: nothing says what to call it: it has no mail"])
  }

  @Test(
    "a photo is read in every notation",
    arguments: [
      "jpegPhoto:: \(text)", "jpegphoto;binary:: \(text)", "JPEGPHOTO;lang-fr::\(text)",
      "thumbnailPhoto:: \(text)",
      "jpegPhoto:: \(text.prefix(9))\n \(text.dropFirst(9))", "jpegPhoto::\n \(text)",
      "jpegPhoto:\n : \(text)", "jpegPhoto::\njpegPhoto:: \(text)",
      "thumbnailPhoto:: \(base64(gif(1)))\njpegPhoto:: \(text)",
      "jpegPhoto:: \(text)\nthumbnailPhoto:: \(base64(gif(1)))",
      "jpegPhoto:: \(text)\nthumbnailPhoto:: \(base64("Hello".utf8))",
      "thumbnailPhoto:: \(base64("Hello".utf8))\njpegPhoto:: \(text)",
      "thumbnailPhoto:: \(text)\njpegPhoto::", "jpegPhoto:< file:///a.jpg\nthumbnailPhoto:: \(text)",
      "changetype: add\njpegPhoto:: \(text)",
      "changetype: modify\nreplace: jpegPhoto\njpegPhoto:: \(text)\n-",
      "control: 1.2.840 true\nchangetype: modify\ndelete: jpegPhoto\n-\nadd: jpegPhoto\njpegPhoto:: \(text)\n-",
      "changetype: modify\nreplace: mail\nmail: a\n-\nreplace: thumbnailPhoto\nthumbnailPhoto:: \(text)\n-\n",
    ] as [String], [1, 5, 1 << 16])
  func notations(_ lines: String, _ pieces: Int) throws {
    let seen = try Self.read(Self.dn + lines + "\n\n" + Self.dn + "cn: b\n", pieces: pieces)
    #expect(seen.count == 2 && seen[0].description == "1 row jane" && seen[0].photo == gif(), "\(seen)")
    #expect(seen[0].warnings == [])
  }

  @Test(
    "what is no photo is refused or passed over, and the others go on",
    arguments: [
      ("jpegPhoto:: \(base64("Hello".utf8))", "1 bad jane: this is not a photo but plain text"),
      ("jpegPhoto: Hello", "1 bad jane: this is not a photo but plain text"),
      ("userPhoto:: \(text)", "1 skipped jane: there is no photo in it"),
      ("cn: a", "1 skipped jane: there is no photo"),
      ("jpegPhoto:: \(text.dropLast(3))", "1 bad jane: the photo's Base64 has"),
      ("jpegPhoto:: \(text.prefix(8))-\(text)", "1 bad jane: the photo is no Base64: it holds -"),
      (
        "jpegPhoto:< file:///etc/passwd",
        "1 skipped jane: its photo is at an address, and nothing is fetched: file:///etc/passwd"
      ),
      ("changetype: delete", "1 skipped -: a record with changetype delete gives nothing to import"),
      ("changetype: modrdn\nnewrdn: uid=b\ndeleteoldrdn: 1", "1 skipped -: a record with changetype modrdn"),
      ("changetype: modify\ndelete: jpegPhoto\njpegPhoto:: \(text)\n-", "1 skipped jane: there is no photo"),
      ("no colon here\njpegPhoto:: \(text)", "1 bad -: line 2 has no colon"),
      ("uid:: !!!\njpegPhoto:: \(text)", "1 bad -: the value of uid is no Base64"),
      ("uid:: \(base64([0x5A, 0xE9]))\njpegPhoto:: \(text)", "1 bad -: "),
      ("uid: .hidden\njpegPhoto:: \(text)", "1 bad .hidden: the inbox ignores what is called .hidden"),
    ] as [(lines: String, told: String)], [1, 1 << 16])
  func refused(_ example: (lines: String, told: String), _ pieces: Int) throws {
    let next = "\n\ndn: uid=joe\n" + Self.photo
    let seen = try Self.read(Self.dn + example.lines + next, pieces: pieces)
    #expect(seen.count == 2 && seen[0].description.hasPrefix(example.told), "\(seen)")
    #expect(seen.last?.description.hasSuffix("row joe") == true && seen.last?.photo == gif())
  }

  @Test func `of several values the first is taken, with a warning`() throws {
    let seen = try Self.read(Self.dn + Self.photo + "\njpegPhoto:: " + base64(gif(1)) + "\n")
    #expect(seen.map(\.photo) == [gif()])
    #expect(seen.first?.warnings == ["it has several photos; the first was taken"])
  }

  @Test func `what belongs to no record is bad, and costs no other`() throws {
    let text = "rubbish\nmore: of it\n\ncn: nobody\n" + Self.photo + "\n\n" + Self.dn + Self.photo + "\n"
    #expect(
      try Self.read(text).map(\.description)
        == ["1 bad -: line 1 has no colon", "4 bad -: the record does not begin with dn:", "7 row jane"])
  }

  @Test func `what ldapsearch says of its search is no record`() throws {
    let text =
      "# extended LDIF\n#\n\n" + Self.dn + Self.photo + "\n\n# search result\nsearch: 2\nresult: 0 Success\n"
    #expect(try Self.read(text).map(\.description) == ["4 row jane"])
  }

  @Test func `a document without records holds nothing`() throws {
    #expect(try Self.read("").isEmpty && Self.read("version: 1\n\n").isEmpty)
  }

  @Test func `the reader knows which lines a record has`() throws {
    let reader = LDIFReader(try stream("version: 1\n\n\(Self.dn)cn: a\n\n\(Self.dn)cn:\n b"), SourceOptions())
    var extents: [Range<Int>] = []
    while try reader.next(into: NoSink()) != nil { extents.append(reader.extent) }
    #expect(extents == [3..<6, 6..<9])
  }
}
