import Model
import Testing

@testable import Exporting

@Suite("The names of files in one folder") struct NamePatternTests {
  @Test(
    "are made from a pattern, and a folder of the id becomes part of the name",
    arguments: [
      (NamePattern.usual, "sales/jane", "sales-jane-96.jpg"), ("{id}.{ext}", "jane", "jane.jpg"),
      ("face-{size}-of-{id}", "a/b/c", "face-96-of-a-b-c"), ("{id}", "é", "é"),
    ])
  func names(_ pattern: String, _ id: String, _ name: String) throws {
    let id = try #require(AvatarID(id))
    #expect(try NamePattern(pattern).name(id, size: 96, .jpeg) == Array(name.utf8))
  }

  @Test(
    "need the id, no folder, and no other braces; digits of id and size must not touch",
    arguments: [
      "", "face.jpg", "{size}.{ext}", "{id}/{size}", "{id}-{width}", "{id", "{id}{size}", "{size}{id}",
      "{id}\0",
    ])
  func refused(_ pattern: String) {
    #expect(throws: CommandProblem.self) { try NamePattern(pattern) }
  }

  @Test("of different ids may be one: then each is told of another") func twins() throws {
    let ids = try ["a/b", "a-b", "c", "x/y/z", "x-y/z", "x/y-z", "x/yz"].map { try #require(AvatarID($0)) }
    let twins = NamePattern.twins(among: ids)
    #expect(
      Dictionary(uniqueKeysWithValues: twins.map { ($0.key.text, $0.value.text) }) == [
        "a/b": "a-b", "a-b": "a/b", "x/y/z": "x-y/z", "x-y/z": "x/y/z", "x/y-z": "x/y/z",
      ])
  }
}
