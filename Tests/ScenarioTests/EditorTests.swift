import Foundation
import Glibc
import Testing

/// Every way to write a file is an edit.
@Suite struct EditorTests {
  /// Set the scale of the manifest $1 to $2; nothing but the manifest is to lie beside it afterwards.
  ///
  /// vim does not write over what has changed since it was read, unless the person says yes, and ends with
  /// success where nobody answers; where it has not written all the same, `cq` ends it with a failure.
  static let ways: [(name: String, script: String)] = [
    ("vim", #"yes | vi -u NONE -i NONE -n -es -c '%s/"scale": [0-9.]*/"scale": '$2/ -c wq! -c cq "$1""#),
    (
      "vim, renaming",
      #"yes | vi -u NONE -i NONE -es -c 'set backupcopy=no' -c '%s/"scale": [0-9.]*/"scale": '$2/ -c wq! -c cq "$1""#
    ),
    (
      "vim, in place",
      #"yes | vi -u NONE -i NONE -es -c 'set backupcopy=yes' -c '%s/"scale": [0-9.]*/"scale": '$2/ -c wq! -c cq "$1""#
    ),
    ("sed -i", #"sed -i 's/"scale": [0-9.]*/"scale": '$2/ "$1""#),
    ("mv from another folder", #"\#(edited) >"$3/new" && mv "$3/new" "$1""#),
    ("cp over it", #"\#(edited) >"$3/new" && cp "$3/new" "$1""#),
    ("cp that unlinks first", #"\#(edited) >"$3/new" && cp --remove-destination "$3/new" "$1""#),
    ("ln over it", #"\#(edited) >"$3/new" && ln -f "$3/new" "$1" && rm "$3/new""#),
    (
      "partial writes",
      #"\#(edited) >"$3/new" && { head -c 40 "$3/new"; sleep 0.3; tail -c +41 "$3/new"; } >"$1""#
    ),
    ("only the attributes", #"printf '{"attributes":{"scale":%s}}' $2 >"$1""#),
  ]
  private static let edited = #"sed 's/"scale": [0-9.]*/"scale": '$2/ "$1""#

  private func edit(_ scene: Scene, _ script: String, _ scale: Int) async throws {
    let words = [
      "-c", script, "sh", scene.root.absolute("avatars/jane.json"), "\(scale)", scene.root.scratch,
    ]
    // A tool that cannot write, as the manifest has come back meanwhile, says so: whoever called it tries again.
    var shell: Spawned
    var tries = 0
    repeat {
      tries += 1
      shell = try Spawned("/bin/sh", words.map { Array($0.utf8) }, scratch: scene.root.scratch)
    } while try await shell.ended() != 0 && tries < 20
    #expect(shell.exitStatus == 0, "\(shell.complained)")
  }

  /// A scale that the first one of the JPEG's sides is divided by.
  private func isMade(_ scene: Scene, _ scale: Int) -> Bool {
    let account = scene.root.account("jane")
    return account?.attributes.scale == Double(scale) && account?.crop.size == 120 / scale
  }

  @Test(arguments: ways.map(\.name)) func `an edit counts, however it is written`(_ name: String) async throws
  {
    let script = try #require(Self.ways.first { $0.name == name }).script
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      for scale in [2, 3] {
        try await edit(scene, script, scale)
        try await scene.until("scale \(scale) is made") { isMade(scene, scale) }
      }
      try await scene.stop()
      try await edit(scene, script, 4)
      try await scene.start()
      try await scene.until("scale 4 is made") { isMade(scene, 4) }
      try await scene.settled()
      #expect(scene.root.faults("jane") == [])
      #expect(
        scene.root.files("avatars").filter { $0.hasPrefix("jane") } == [
          "jane-16.png", "jane-32.jpg", "jane.json",
        ])
      #expect(scene.count("jane: made in") == 4)
    }
  }

  @Test(arguments: ways.map(\.name)) func `an edit counts, whatever the daemon is just writing`(
    _ name: String
  )
    async throws
  {
    let script = try #require(Self.ways.first { $0.name == name }).script
    var dice = CrashTests.Dice(state: 4_711)
    try await scene(settings: Scene.settings(settle: 0.02)) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      for turn in 0..<Torture.amount(40, sample: 6) {
        // The first one starts the run into which the second one comes.
        try await edit(scene, script, 2 + turn % 2)
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &dice)))
        try await edit(scene, script, 4 + turn % 2)
        try await scene.until("turn \(turn), scale \(4 + turn % 2)") { isMade(scene, 4 + turn % 2) }
      }
      try await scene.settled()
      #expect(scene.root.faults("jane") == [])
      #expect(!scene.root.has("avatars/jane.error.txt"))
    }
  }

  @Test func `of two edits within a millisecond the second one counts`() async throws {
    try await scene(settings: Scene.settings(settle: 0.02)) { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      for turn in 0..<Torture.amount(50, sample: 10) {
        let (one, two) = (2 + turn % 2, 4 + turn % 2)
        try scene.root.write("avatars/jane.json", #"{"attributes":{"scale":\#(one)}}"#)
        try scene.root.write("avatars/jane.json", #"{"attributes":{"scale":\#(two)}}"#)
        try await scene.until("turn \(turn)") { isMade(scene, two) }
      }
    }
  }
}
