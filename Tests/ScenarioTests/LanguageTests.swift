import Foundation
import Testing

/// In which language people are spoken to, and that programs never are in another.
@Suite struct LanguageTests {
  private static let french = ["LANG=fr_FR.UTF-8"]

  struct Wish: Sendable, CustomTestStringConvertible {
    var words: [String] = []
    var environment: [String] = []
    var isFrench: Bool
    var testDescription: String { (environment + words).joined(separator: " ") }
  }

  private static let wishes = [
    Wish(isFrench: false), Wish(environment: french, isFrench: true),
    Wish(environment: ["LANG=fr_FR.UTF-8", "LC_ALL=C"], isFrench: false),
    Wish(environment: ["LC_ALL=fr_CA.UTF-8"], isFrench: true),
    Wish(environment: ["LC_MESSAGES=fr"], isFrench: true),
    Wish(environment: ["LANG=tlh"], isFrench: false),
    Wish(words: ["--lang", "fr"], isFrench: true),
    Wish(words: ["--lang=fr"], environment: ["LC_ALL=en_US.UTF-8"], isFrench: true),
    Wish(words: ["--lang", "en"], environment: french, isFrench: false),
  ]

  /// `--lang` may stand before the command and behind it.
  @Test(arguments: wishes) func `commands speak the language that is asked for`(_ wish: Wish) async throws {
    for words in [wish.words + ["check", "none.json"], ["check"] + wish.words + ["none.json"]] {
      let answer = try await run(words, wish.environment)
      #expect(
        answer.complained
          == (wish.isFrench
            ? "tondo: none.json\u{A0}: aucun fichier de ce nom\n"
            : "tondo: none.json: there is no such file\n"))
      #expect(answer.status == 66)
    }
    let help = try await run(wish.words + ["--help"], wish.environment).said
    #expect(help.hasPrefix(wish.isFrench ? "Tondo fait des avatars" : "Tondo turns dropped photos"))
  }

  @Test func `an unknown language is a mistake of who asks, and is told the known ones`() async throws {
    let answer = try await run(["--lang", "tlh", "status"], [])
    #expect(answer.status == 64 && answer.said.isEmpty)
    #expect(answer.complained.hasPrefix("tondo: tlh is no language of tondo's; known are en, fr\n"))
    #expect(try await run(["status", "--lang"], []).status == 64)
  }

  @Test func `mistakes are told in the language that comes behind them`() async throws {
    let answer = try await run(["status", "--lots", "--lang", "fr"], [])
    #expect(answer.status == 64)
    #expect(answer.complained.hasPrefix("tondo: --lots n’est pas une option de cette commande"))
  }

  @Test func `what is kept is told to each reader in their language, and to programs in English`()
    async throws
  {
    try await scene(daemon: false) { scene in
      try await scene.start(environment: Self.french.map { _ in "LC_ALL=C.UTF-8" })
      try scene.root.drop("note.jpg", Array("no photo at all".utf8))
      #expect(
        try await scene.failed("note.jpg")
          .hasPrefix("this is not a photo but plain text.\nExport it as JPEG"))
      let french = try await scene.tondo("status", "--failed", environment: Self.french)
      #expect(french.said.hasPrefix("0 prêt, 0 en attente, 0 en file, 0 en cours, 1 en échec\n"))
      #expect(
        french.said.contains("note  en échec  failed/note.jpg  ce n’est pas une photo, mais du texte brut\n"))
      let english = try await scene.tondo("status", "--failed")
      #expect(english.said.contains("note  failed  failed/note.jpg  this is not a photo but plain text\n"))
      let forPrograms = try await scene.tondo("status", "--failed", "--json")
      #expect(
        try await scene.tondo("status", "--failed", "--json", environment: Self.french).said
          == forPrograms.said)
      // The daemon answers in the language of whoever asks.
      let answer = try await scene.tondo("retry", "--all", "--lang", "fr")
      #expect(answer.said == "1 fichier remis dans inbox/, 0 identifiant réexaminé\n")
      try await scene.logged("inbox/note.jpg: moved to failed/: this is not a photo", times: 2)
    }
  }

  @Test func `settings choose the language of error texts, and of a log that nobody else chooses`()
    async throws
  {
    try await scene(settings: Scene.settings(more: #""lang":"fr""#), daemon: false) { scene in
      _ = try scene.launch(environment: ["LANG="])
      try scene.root.drop("note.jpg", Array("no photo at all".utf8))
      try await scene.logged("inbox/note.jpg\u{A0}: déplacé dans failed/\u{A0}: ce n’est pas une photo")
      #expect(
        scene.root.text("failed/note.jpg.error.txt")?
          .hasPrefix("ce n’est pas une photo, mais du texte brut.\nExportez-la en JPEG") == true)
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.logged("jane\u{A0}: fait en ")
      try scene.root.write("tondo.json", Scene.settings(more: #""lang":"en""#))
      #expect(try await scene.tondo("reload").said == "new settings in force\n")
      try scene.root.drop("memo.jpg", Array("no photo either".utf8))
      try await scene.logged("inbox/memo.jpg: moved to failed/: this is not a photo")
    }
  }

  @Test func `warnings are English in manifests, and told in the language of the log`() async throws {
    try await scene(daemon: false) { scene in
      _ = try scene.launch("--lang", "fr")
      try scene.root.drop("jane.job.json", Array(#"{"scale":2,"position":{"x":9,"y":0}}"#.utf8))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.logged("le carré était demandé en (")
      #expect(scene.root.account("jane")?.warnings.first?.hasPrefix("the square was asked at ") == true)
      #expect(scene.root.faults("jane") == [])
    }
  }

  private func run(_ words: [String], _ environment: [String]) async throws -> Scene.Answer {
    let scratch = try Root()
    let command = try Spawned(
      "tondo", words.map { Array($0.utf8) }, scratch: scratch.scratch, environment: environment)
    let status = try await command.ended()
    return Scene.Answer(status: status, said: command.said, complained: command.complained)
  }
}
