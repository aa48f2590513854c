import Files
import Importing
import Model
import Scratch
import Testing

@Suite struct CSVTests {
  private static let photos = ["jane.jpg", "a b.jpg", "sales/omar.png", "x,y.jpg", "quo\"te.jpg"]

  @Test(
    "a row is a photo, an id, and attributes",
    arguments: [
      ("original\njane.jpg\n", ["2: jane <- jane.jpg"]),
      ("original,id\njane.jpg,staff/4711", ["2: staff/4711 <- jane.jpg"]),
      ("id,scale\njane,1.6", [#"2: jane { "scale": 1.6, "position": { "x": 0, "y": 0 } }"#]),
      ("id\njane", ["2: jane"]),
      ("original\nsales/omar.png\n./jane.jpg", ["2: sales/omar <- sales/omar.png", "3: jane <- jane.jpg"]),
      (
        "id,scale,x,y,viewport\nj,1.5,30,-20,\"390x844,15\"",
        [
          #"2: j { "scale": 1.5, "position": { "x": 30, "y": -20 }, "viewport": { "width": 390, "height": 844, "inset": 15 } }"#
        ]
      ),
      ("id,y\nj,0.1", [#"2: j { "scale": 1, "position": { "x": 0, "y": 0.1 } }"#]),
      ("id,crop\nj,\"1,2,3\"", [#"2: j { "crop": { "x": 1, "y": 2, "size": 3 } }"#]),
      ("id,crop\nj,\"1,2,3x4\"", [#"2: j { "crop": { "x": 1, "y": 2, "width": 3, "height": 4 } }"#]),
      (
        "id,rotation,shape,background\nj,90,circle,systemRed",
        [#"2: j { "rotation": 90, "shape": "circle", "background": "systemRed" }"#]
      ),
      (
        "id,viewport,xWidth,YHEIGHT\nj,390x844,30,-20",
        [
          #"2: j { "scale": 1, "position": { "x": 30, "y": -20 }, "viewport": { "width": 390, "height": 844, "inset": 15 } }"#
        ]
      ),
      ("id,position\nj,\"0.1,0.2\"", [#"2: j { "scale": 1, "position": { "x": 0.1, "y": 0.2 } }"#]),
    ])
  func rows(_ table: String, _ rows: [String]) throws {
    #expect(try SourceFolder(Self.photos).read("people.csv", table) == rows)
  }

  @Test(
    "the table may be of any spreadsheet",
    arguments: [
      ("\u{FEFF}ID,Original\r\njane,jane.jpg\r\n", ["2: jane <- jane.jpg"]),
      (
        "Original ; Scale\njane.jpg ; 1,5",
        [#"2: jane <- jane.jpg { "scale": 1.5, "position": { "x": 0, "y": 0 } }"#]
      ),
      ("original\tid\njane.jpg\tx,y", ["2: x,y <- jane.jpg"]),
      ("sep=;\noriginal;id\njane.jpg;a,b", ["3: a,b <- jane.jpg"]),
      ("id,original\rjane,jane.jpg\r", ["2: jane <- jane.jpg"]),
      ("\"original\"\n\"x,y.jpg\"\n\"quo\"\"te.jpg\"", ["2: x,y <- x,y.jpg", "3: quo\"te <- quo\"te.jpg"]),
      (
        "id,note,original\na,\"two\nlines, \"\"and more\"\"\",jane.jpg\nb,,jane.jpg",
        ["2: a <- jane.jpg", "4: b <- jane.jpg"]
      ),
      ("original\n\n\njane.jpg\n\n", ["4: jane <- jane.jpg"]),
      ("original,id\n \"a b.jpg\" , ab ", ["2: ab <- a b.jpg"]),
      ("original,id,scale\njane.jpg", ["2: jane <- jane.jpg"]),
      ("original,id\njane.jpg,j,,", ["2: j <- jane.jpg"]),
      ("id,note\nj,5\" nail", ["2: j"]),
      ("id", []),
    ])
  func dialects(_ table: String, _ rows: [String]) throws {
    #expect(try SourceFolder(Self.photos).read("people.csv", table) == rows)
  }

  @Test(
    "a bad row is told with its id and its column, and the others go on",
    arguments: [
      (
        "original,id\nnobody.jpg,n\njane.jpg,j",
        "2: BAD n original: there is no photo nobody.jpg below FOLDER; links are not followed"
      ),
      ("id,scale\nn,500\nj,", "2: BAD n scale: scale is 500"),
      ("id,x\nn,wide\nj,", "2: BAD n x: x is \"wide\""),
      ("id,x\nn,1e7\nj,", "2: BAD n x: x is 10000000"),
      ("id,viewport\nn,\"390x844,200\"\nj,", "2: BAD n viewport: viewport.inset is 200"),
      ("id,crop,scale\nn,\"1,2,3\",1\nj,,", "2: BAD n scale: \"scale\" cannot stand beside \"crop\""),
      (
        "id,xwidth\nn,3\nj,",
        "2: BAD n xwidth: \"xWidth\" is in points on a screen, but there is no \"viewport\""
      ),
      ("id,x,offset\nn,3,\"1,2\"\nj,,", "2: BAD n offset: \"x\" and \"offset\" are two names of one thing"),
      ("id,shape\nn,cirle\nj,", "2: BAD n shape: shape is \"cirle\""),
      ("id,note\n,nobody\nj,", "2: BAD - -: it has neither an original nor an id"),
      ("id\n../x\nj", "2: BAD ../x id: \"../x\" is no id"),
      ("id\n/x\nj", "2: BAD /x id: \"/x\" is no id"),
      (
        "id\nsales/.x\nj",
        "2: BAD sales/.x id: the inbox ignores what is called sales/.x: so begin or end half-written files, or system folders are called so"
      ),
      (
        "id\n@eaDir/x\nj",
        "2: BAD @eaDir/x id: the inbox ignores what is called @eaDir/x: so begin or end half-written files, or system folders are called so"
      ),
      ("original,id\n../jane.jpg,n\njane.jpg,j", "2: BAD n original: ../jane.jpg leads out of FOLDER"),
      ("original,id\n/etc/passwd,n\njane.jpg,j", "2: BAD n original: /etc/passwd leads out of FOLDER"),
      ("original,id\nsales,n\njane.jpg,j", "2: BAD n original: sales is a folder, a link or a special file"),
      (
        "original,id\nlink.jpg,n\njane.jpg,j",
        "2: BAD n original: link.jpg is a folder, a link or a special file"
      ),
      (
        "original,id\nlinked/omar.png,n\njane.jpg,j",
        "2: BAD n original: there is no photo linked/omar.png below FOLDER; links are not followed"
      ),
      (
        "original,id\npipe.jpg,n\njane.jpg,j",
        "2: BAD n original: pipe.jpg is a folder, a link or a special file"
      ),
      (
        "original,id\nhttps://example.org/n.jpg,n\njane.jpg,j",
        "2: skipped n original: the photo is at https://example.org/n.jpg, and nothing is fetched"
      ),
      ("id,note\nn,\"a\"b\nj,", "2: BAD - -: something stands behind a closing quotation mark"),
      ("id,note\nn,\"open\nj,", "2: BAD - -: a quotation mark is opened and never closed"),
      ("id,note\nn,a,b\nj,", "2: BAD n -: it has 3 cells, and the first line 2"),
      ("id,note\nn,a\u{0}\nj,", "2: BAD - -: it holds a NUL byte, which no text has"),
    ])
  func bad(_ table: String, _ told: String) throws {
    let folder = try SourceFolder(Self.photos)
    try folder.scratch.link("link.jpg", to: "jane.jpg")
    try folder.scratch.link("linked", to: "sales")
    try folder.scratch.makePipe("pipe.jpg")
    let lines = try folder.read("people.csv", table)
    let wanted = told.replacing("FOLDER", with: folder.scratch.absolute(""))
    #expect(lines.first == wanted)
    #expect(lines.count == 2 && lines.last?.contains(": j") == true, "\(lines)")
  }

  @Test func `a row that is no UTF-8 is bad, and so is one with a charset of old`() throws {
    let stream = try ByteStream(MemoryFeed(Array("id,note\nn,".utf8) + [0x4A, 0xE9, 10] + Array("j,é".utf8)))
    let folder = try SourceFolder()
    let reader = try CSVReader(stream, name: "people.csv", photos: PhotoFolder(folder.scratch.root))
    #expect(try told(reader) == ["2: BAD - -: it is not UTF-8: byte E9 is out of place", "3: j"])
  }

  @Test func `after a missing quotation mark, each line counts for itself`() throws {
    let rows = (1...2000).map { "p\($0),plain" }
    let table = (["id,note", "n,\"never closed"] + rows).joined(separator: "\n")
    let lines = try SourceFolder().read("people.csv", table)
    #expect(lines.count == 2001 && lines[0].contains("never closed") && lines[2000] == "2002: p2000")
  }

  @Test func `photos may lie elsewhere, and be named by their whole path`() throws {
    let folder = try SourceFolder(["photos/jane.jpg", "photos/sales/omar.png"])
    var options = SourceOptions()
    options.photos = Array(folder.scratch.absolute("photos").utf8)
    let table = "original\njane.jpg\n\(folder.scratch.absolute("photos/sales/omar.png"))\nphotos/jane.jpg"
    #expect(
      try folder.read("people.csv", table, options).prefix(2) == [
        "2: jane <- jane.jpg", "3: sales/omar <- sales/omar.png",
      ])
  }

  @Test func `columns may be called otherwise, and what is not known is named`() throws {
    let folder = try SourceFolder(Self.photos)
    let map = ["id": "employeenumber", "original": "Photo"]
    try folder.scratch.write(
      "hr.csv", "EmployeeNumber,Name,photo,id\n4711,Jane,jane.jpg,x\n4712,Omar,nobody.jpg,y")
    let reader = try folder.open("hr.csv", SourceOptions(columns: map))
    let lines = try told(reader)
    #expect(lines[0] == "2: 4711 <- jane.jpg")
    #expect(lines[1].hasPrefix("3: BAD 4712 photo:"))
    #expect(
      reader.remarks.map { $0.text(in: .english) }
        == ["these columns are ignored: Name, id"])
  }

  @Test(
    "a table that tells nobody's photo is refused as a whole",
    arguments: [
      ("name,photo\na,b", [:], "it has no column original or id, but name, photo"),
      ("id,ID\na,b", [:], "it has the column ID twice"),
      ("id,name\na,b", ["original": "Foto"], "it has no column Foto, which --map names for original"),
      ("id,name\na,b", ["orginal": "name"], "--map names orginal, which is not read from a table"),
      ("id,\"na\"me\"\na,b", [:], "something stands behind a closing quotation mark"),
    ])
  func refused(_ table: String, _ map: [String: String], _ why: String) throws {
    let folder = try SourceFolder()
    try folder.scratch.write("people.csv", table)
    let problem = try #require(folder.refusal("people.csv", SourceOptions(columns: map)))
    #expect(problem.exitCode == 65)
    #expect(
      problem.explanation.problem.text(in: .english)
        == "\(folder.scratch.absolute("people.csv")), line 1: \(why)")
  }
}
