import Testing

@testable import Model

@Suite struct JobTests {
  @Test(
    "a job finds its original",
    arguments: [
      ("jane.job.json", "{}", "jane"), ("sales/jane.job.json", "{}", "sales/jane"),
      ("sales/any.job.json", #"{"original": "jane.jpg"}"#, "sales/jane"),
      ("any.job.json", #"{"original": "sales/jane.tar.gz"}"#, "sales/jane.tar"),
      ("any.job.json", #"{"original": "jane"}"#, "jane"),
      ("sales/any.job.json", #"{"original": "./d/jane.jpg"}"#, "sales/d/jane"),
      ("any.job.json", #"{"original": "././jane.jpg"}"#, "jane"),
      ("a/b.job.json", #"{"original": ".jpg"}"#, "a/.jpg"),
      ("jane.v2.job.json", "{}", "jane.v2"), ("any.job.json", #"{"original": "..jane.jpg"}"#, "..jane"),
    ])
  func finds(_ name: String, _ text: String, _ original: String) throws {
    let job = try Job(reading: bytes(text), named: path(name))
    #expect(job == Job(id: try id(original), action: .place(Attributes())))
  }

  @Test(
    "an original that is no plain path below the inbox is refused",
    arguments: [
      ("../jane.jpg", .outsideInbox("../jane.jpg")), ("a/../../b", .outsideInbox("a/../../b")),
      ("/etc/passwd", .outsideInbox("/etc/passwd")), ("a/..", .outsideInbox("a/..")),
      ("", .notAPlainPath("")), ("a//b", .notAPlainPath("a//b")), ("a/./b", .notAPlainPath("a/./b")),
      (".", .notAPlainPath(".")), ("./", .notAPlainPath("./")), (".//a", .notAPlainPath(".//a")),
      ("./../a", .outsideInbox("./../a")), ("a/", .notAPlainPath("a/")),
      (String(repeating: "n", count: 231), .nameTooLong(limit: 230)),
    ] as [(String, DocumentProblem.Fault)])
  func refusesOriginals(_ original: String, _ fault: DocumentProblem.Fault) throws {
    let name = try path("sales/jane.job.json")
    let text = bytes(#"{ "original": "\#(original)" }"#)
    let found = problem { () throws(DocumentProblem) in try Job(reading: text, named: name) }
    #expect(found == DocumentProblem(fault, at: Place(line: 1, column: 15), keyPath: "original"))
  }

  @Test func removeIsAnActionOfItsOwn() throws {
    let remove = Job(id: try id("jane"), action: .remove)
    let place = Job(id: try id("jane"), action: .place(Attributes(shape: .circle)))
    let name = try path("jane.job.json")
    #expect(try Job(reading: bytes(#"{"remove": true}"#), named: name) == remove)
    #expect(
      try Job(
        reading: bytes(#"{"$schema": 1, "version": 1, "original": "jane.jpg", "remove": true}"#), named: name)
        == remove)
    #expect(try Job(reading: bytes(#"{"remove": false, "shape": "circle"}"#), named: name) == place)
    let both = problem { () throws(DocumentProblem) in
      try Job(reading: bytes(#"{"remove": true, "rotation": 0}"#), named: name)
    }
    #expect(both?.fault == .excluded("rotation", by: "remove"))
  }

  @Test(
    "a version that is not known is refused",
    arguments: [
      ("2", .newerVersion(2, known: 1)), ("1.5", .notWhole(1.5)),
      ("0", .outOfRange(0, Bounds(1...2_147_483_647))),
      ("\"1\"", .wrongType(.string, wanted: [.number])),
    ] as [(String, DocumentProblem.Fault)])
  func versions(_ version: String, _ fault: DocumentProblem.Fault) throws {
    let name = try path("jane.job.json"), jane = try id("jane")
    let text = bytes("{ \"version\": \(version) }")
    #expect(problem { () throws(DocumentProblem) in try Job(reading: text, named: name) }?.fault == fault)
    #expect(problem { () throws(DocumentProblem) in try Settings(reading: text) }?.fault == fault)
    #expect(problem { () throws(DocumentProblem) in try Manifest(reading: text, id: jane) }?.fault == fault)
  }

  @Test(
    "files in the inbox are told apart by name",
    arguments: [
      ("jane.job.json", .job), ("a.b.job.json", .job), (".job.json", .strayJSON), ("jane.json", .strayJSON),
      ("jane.JOB.JSON", .strayJSON), ("jane.Job.json", .strayJSON), ("job.json", .strayJSON),
      (".json", .strayJSON),
      ("jane.jpg", .photo), ("json", .photo), ("jane.json5", .photo), ("jane", .photo), ("", .photo),
    ] as [(String, Document.Kind)])
  func kinds(_ name: String, _ kind: Document.Kind) { #expect(Document.kind(of: bytes(name)) == kind) }

  @Test(
    "a name that gives no id is no job's, whatever the job says",
    arguments: [
      (bytes("..job.json"), "..job.json"), (bytes("...job.json"), "...job.json"), (bytes("a.json"), "a.json"),
      ([0xFF] + bytes(".job.json"), "\\xFF.job.json"), ([0xFF] + bytes("/a.job.json"), "\\xFF/a.job.json"),
    ], ["{}", #"{"original": "jane.jpg"}"#])
  func names(_ name: ([UInt8], String), _ text: String) throws {
    let odd = try #require(BytePath(name.0))
    let found = problem { () throws(DocumentProblem) in try Job(reading: bytes(text), named: odd) }
    #expect(found?.fault == .notAJobName(name.1))
  }

  @Test func aNameThatIsTooLongIsNoJobs() throws {
    let long = try path(String(repeating: "n", count: 231) + ".job.json")
    #expect(
      problem { () throws(DocumentProblem) in try Job(reading: bytes("{}"), named: long) }?.fault
        == .nameTooLong(limit: 230))
    #expect(try Job(reading: bytes(#"{"original": "jane.jpg"}"#), named: long).id == id("jane"))
  }
}
