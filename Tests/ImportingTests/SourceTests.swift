import Importing
import Model
import Scratch
import Testing

@Suite struct SourceTests {
  @Test(
    "a source without a telling name is known by its beginning",
    arguments: [
      ("\n  [ { \"id\": \"a\" } ]", ["2: a"]), ("id;scale\na;", ["2: a"]), ("\"ID\",x\na,", ["2: a"]),
    ])
  func beginnings(_ text: String, _ rows: [String]) throws {
    #expect(try SourceFolder().read("export", text) == rows)
    #expect(try SourceFolder().read("export.txt", text) == rows)
  }

  @Test(
    "what cannot be a source is refused with its reason",
    arguments: [
      ("missing", 66), ("pipe", 66), ("unclear.txt", 65), ("empty", 65), ("empty.csv", 65), ("/dev/null", 66),
    ])
  func refused(_ name: String, _ exitCode: Int32) throws {
    let folder = try SourceFolder()
    try folder.scratch.makePipe("pipe")
    try folder.scratch.write("unclear.txt", "Dear all,\n")
    try folder.scratch.write("empty", "")
    try folder.scratch.write("empty.csv", "\n\n")
    let problem = name.hasPrefix("/") ? folder.refusal("../../.." + name) : folder.refusal(name)
    #expect(problem?.exitCode == exitCode)
    #expect(problem?.explanation.remedy != nil)
  }

  @Test(
    "an option that says nothing to a source is refused",
    arguments: [
      ("", SourceOptions(idFrom: "UID")), ("", SourceOptions(columns: ["id": "x"])),
      ("p.csv", SourceOptions(idFrom: "name")), ("p.jsonl", SourceOptions(columns: ["id": "x"])),
    ])
  func options(_ name: String, _ options: SourceOptions) throws {
    let folder = try SourceFolder()
    try folder.scratch.write("p.csv", "id\na")
    try folder.scratch.write("p.jsonl", "{}")
    #expect(folder.refusal(name, options)?.exitCode == 64)
  }
}
