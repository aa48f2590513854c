import Files
import Importing
import Model
import Scratch
import Testing

@Suite struct FolderTests {
  private static let noFile = "it is a link, a pipe, a socket or a device; only regular files are taken"

  @Test func `a folder gives its files and those below, always in the same order`() throws {
    let folder = try SourceFolder([
      "b.jpg", "a.png", "sales/zoe.jpg", "sales/Ann.heic", "ops/x/y.jpg", "noext",
    ])
    let wanted = [
      "a <- a.png", "b <- b.jpg", "noext <- noext", "ops/x/y <- ops/x/y.jpg", "sales/Ann <- sales/Ann.heic",
      "sales/zoe <- sales/zoe.jpg",
    ]
    #expect(try told(folder.open("")) == wanted)
  }

  @Test func `ids may be the names alone`() throws {
    let folder = try SourceFolder(["a.png", "sales/zoe.jpg"])
    try folder.scratch.write("sales/zoe.job.json", #"{ "shape": "circle" }"#)
    let told = try told(folder.open("", SourceOptions(idFrom: "name")))
    #expect(told == ["a <- a.png", #"zoe <- sales/zoe.jpg { "shape": "circle" }"#])
  }

  @Test func `what systems leave is passed over, and what is no photo is told`() throws {
    let folder = try SourceFolder([
      "a.jpg", ".DS_Store", "~$a.jpg", "a.jpg.part", "Thumbs.db", "@eaDir/a.jpg", ".hidden/a.jpg",
      "old.tmp/b.jpg",
      "people.csv", "cards.vcf", "list.jsonl", "stray.json",
    ])
    try folder.scratch.link("link.jpg", to: "a.jpg")
    try folder.scratch.link("folder", to: "old.tmp")
    try folder.scratch.makePipe("pipe.jpg")
    let document = "it is no photo, but a document that tells of some"
    let wanted = [
      "a <- a.jpg", "skipped cards.vcf -: \(document)", "skipped folder -: \(Self.noFile)",
      "skipped link.jpg -: \(Self.noFile)", "skipped list.jsonl -: \(document)",
      "skipped people.csv -: \(document)",
      "skipped pipe.jpg -: \(Self.noFile)",
      "skipped stray.json -: the name ends in .json, but does not say that it is a job",
      "old.tmp/b <- old.tmp/b.jpg",
    ]
    #expect(try told(folder.open("")) == wanted)
  }

  @Test func `the root that is imported into is no source, and is passed over in one`() throws {
    let folder = try SourceFolder([
      "a.jpg", "sales/root/originals/x/a.jpg", "sales/root/library/c.jpg", "sales/rooted/b.jpg",
    ])
    let root = folder.scratch.absolute("sales/root")
    try folder.scratch.link("way", to: root)
    for way in [root, folder.scratch.absolute("way")] {
      let options = SourceOptions(besides: Array(way.utf8))
      let wanted = [
        "a <- a.jpg", "skipped way -: \(Self.noFile)",
        "skipped sales/root -: it is the root that is imported into", "sales/rooted/b <- sales/rooted/b.jpg",
      ]
      #expect(try told(folder.open("", options)) == wanted)
      #expect(try told(folder.open("sales/rooted", options)) == ["b <- b.jpg"])
      #expect(try told(folder.open("sales/root/library", options)) == ["c <- c.jpg"])
      for inside in ["sales/root", "sales/root/originals", "sales/root/originals/x", "way"] {
        #expect(folder.refusal(inside, options) != nil, "\(inside)")
      }
    }
  }

  @Test func `jobs beside originals are their attributes`() throws {
    let folder = try SourceFolder(["jane.jpg", "omar.png", "zoe.jpg", "zoe.doe.jpg", "s/ann.jpg"])
    let files = [
      "jane.job.json": #"{ "original": "jane.jpg", "rotation": 90 }"#,
      "move.job.json": #"{ "original": "omar.png", "shape": "circle" }"#,
      "s/ann.job.json": "{}",
      "later.job.json": #"{ "placeholder": { "initials": "L" } }"#,
    ]
    for (name, text) in files { try folder.scratch.write(name, text) }
    #expect(
      try told(folder.open("")) == [
        #"jane <- jane.jpg { "rotation": 90 }"#, #"later { "placeholder": { "initials": "L" } }"#,
        #"omar <- omar.png { "shape": "circle" }"#, "zoe.doe <- zoe.doe.jpg", "zoe <- zoe.jpg",
        "s/ann <- s/ann.jpg {}",
      ])
  }

  @Test(
    "a job that cannot be read keeps its photo from being placed wrong",
    arguments: [
      (#"{ "scael": 2 }"#, "scael: jane.job.json:1:3: the key \"scael\" is not known here"),
      ("{ \"scale\"", "-: jane.job.json:1:10: the text ends where a colon is expected"),
      (#"{ "remove": true }"#, "remove: an import removes nothing"),
    ])
  func badJob(_ job: String, _ why: String) throws {
    let folder = try SourceFolder(["jane.jpg", "omar.jpg"])
    try folder.scratch.write("jane.job.json", job)
    #expect(try told(folder.open("")) == ["BAD jane \(why)", "omar <- omar.jpg"])
  }

  @Test func `a job that names another photo than the one beside it is told`() throws {
    let folder = try SourceFolder(["jane.jpg", "omar.jpg"])
    try folder.scratch.write("jane.job.json", #"{ "original": "omar.jpg" }"#)
    let why = "jane.job.json stands beside a photo of its own name, and names another one"
    #expect(
      try told(folder.open(""))
        == ["BAD omar original: \(why)", "jane <- jane.jpg", "omar <- omar.jpg"])
  }

  @Test func `names that can be no ids are told`() throws {
    let folder = try SourceFolder(["good.jpg"])
    let long = String(repeating: "n", count: 240)
    try folder.scratch.write(long + ".jpg")
    #expect(
      try told(folder.open("")) == [
        "good <- good.jpg", "BAD \(long) -: a part of the id has 240 bytes; the limit is 230",
      ])
  }
}
