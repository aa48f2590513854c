import Testing

@testable import Model

@Suite("A message") struct MessageTests {
  private static let french = Language("fr") ?? .english

  private static let messages = [
    Message.verbatim("plain"), Message.verbatim(""), Message.verbatim("{ \"say\": no"),
    Message("photo.empty.problem"),
    Message("photo.tooSlow.problem", ["seconds": 2.5]), Message("event.ready", ["files": 2]),
    Message(
      "event.waiting",
      ["path": "a\n\"b\"", "why": Message("photo.truncated.problem", ["detail": Message.verbatim("é")])]),
  ]

  @Test("is the same after it was kept", arguments: messages) func kept(_ message: Message) throws {
    #expect(Message(stored: message.stored) == message)
    #expect(try Wire.value(Message.self, from: Wire.line(message)) == message)
  }

  @Test(
    "of an earlier version stays its words",
    arguments: ["the file is empty", "{ not ours }", "{}", "\"quoted\""])
  func old(_ text: String) {
    #expect(Message(stored: text).text(in: .english) == text)
  }

  @Test(
    "is counted as each language counts",
    arguments: [
      (0, "ready; 0 files in the inbox", "prêt\u{202F}; 0 fichier dans inbox/"),
      (1, "ready; 1 file in the inbox", "prêt\u{202F}; 1 fichier dans inbox/"),
      (2, "ready; 2 files in the inbox", "prêt\u{202F}; 2 fichiers dans inbox/"),
    ])
  func counted(_ files: Int, _ english: String, _ french: String) {
    let message = Message("event.ready", ["files": files])
    #expect(message.text(in: .english) == english)
    #expect(message.text(in: Self.french) == french)
  }

  @Test(
    "has numbers as each language writes them",
    arguments: [
      (1.0, "it takes more than 1 second", "il y faut plus de 1 seconde"),
      (1.5, "it takes more than 1.5 seconds", "il y faut plus de 1,5 seconde"),
      (10.0, "it takes more than 10 seconds", "il y faut plus de 10 secondes"),
    ])
  func decimal(_ seconds: Double, _ english: String, _ french: String) {
    let message = Message("photo.tooSlow.problem", ["seconds": seconds])
    #expect(message.text(in: .english) == english)
    #expect(message.text(in: Self.french) == french)
  }

  @Test func groupsLongNumbersWhereItsSentenceSaysSo() {
    let problem = PhotoProblem.tooManyBytes(70_000_000, limit: 999).explanation.problem
    #expect(problem.text(in: .english) == "the file has 70000000 bytes; at most 999 are allowed")
    #expect(
      problem.text(in: Self.french)
        == "le fichier a 70\u{202F}000\u{202F}000 octets\u{202F}; la limite est de 999")
  }

  @Test func holdsOthers() {
    let why = Explanation(Message("photo.unreadable.problem", ["reason": systemText(13)]), nil)
    #expect(why.whole.text(in: Self.french) == "le fichier ne peut pas être lu\u{A0}: permission refusée")
    #expect(why.lines(in: .english) == "the file cannot be read: permission denied\n")
  }

  @Test("that is missing is its key rather than nothing") func missing() {
    #expect(Message("no.such").text(in: .english) == "no.such")
  }
}

@Suite("A template") struct TemplateTests {
  @Test(
    "is words and places",
    arguments: [
      ("plain", "plain"), ("{name}", "Jane"), ("{{ {name}: {{}} }}", "{ Jane: {} }"),
      ("{n, number}", "1,234"), ("{n}", "1234"), ("{one, plural, one {# {name}} other {many}}!", "1 Jane!"),
      ("{n, plural, one {one} other {# of {name}}}", "1234 of Jane"), ("{other}", "{other}"),
      ("a # b", "a # b"),
    ])
  func says(_ text: String, _ said: String) throws {
    let arguments: [String: Message.Argument] = [
      "name": .text("Jane"), "n": .number(1234), "one": .number(1),
    ]
    #expect(try Template(text).text(arguments, in: .english) == said)
  }

  @Test(
    "that is none is refused",
    arguments: [
      "{", "}", "{name", "{}", "{a b}", "{a, b}", "{a, plural}", "{a, plural, }x", "{a, plural, some {x}}",
      "{a, plural, one {x} one {y}}", "{a, plural, one {x}", "{a, number",
    ])
  func refused(_ text: String) {
    // A plural without forms says nothing; CatalogTests wants all of them.
    if text == "{a, plural, }x" { return }
    #expect(throws: Template.Mistake.self) { try Template(text) }
  }
}

@Suite("Plural rules") struct PluralTests {
  /// As CLDR writes them.
  private static let polish = [
    (PluralForm.one, "i = 1 and v = 0"), (.few, "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"),
    (.many, "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"),
  ]
  private static let welsh = [
    (PluralForm.zero, "n = 0"), (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 3"), (.many, "n = 6"),
  ]
  private static let latvian = [
    (PluralForm.zero, "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19"),
    (.one, "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1"),
  ]

  @Test(
    "are CLDR's",
    arguments: [
      (
        polish,
        [(1.0, PluralForm.one), (2, .few), (5, .many), (12, .many), (22, .few), (0, .many), (1.5, .other)]
      ),
      (
        welsh,
        [(0.0, PluralForm.zero), (1, .one), (2, .two), (3, .few), (6, .many), (7, .other), (1.5, .other)]
      ),
      (
        latvian,
        [(0.0, PluralForm.zero), (1, .one), (11, .zero), (21, .one), (2, .other), (0.1, .one), (1.12, .zero)]
      ),
    ] as [([(PluralForm, String)], [(Double, PluralForm)])])
  func forms(_ rules: [(PluralForm, String)], _ cases: [(Double, PluralForm)]) throws {
    let rules = PluralRules(rules: try rules.map { ($0.0, try #require(PluralRules.Condition($0.1))) })
    for (number, form) in cases { #expect(rules.form(of: number) == form, "\(number)") }
  }

  @Test(
    "are refused where they are none",
    arguments: ["", "x = 1", "n", "n = ", "n = a", "n % 0 = 1", "n = 3..1", "n = 1 and", "n 1"])
  func refused(_ text: String) { #expect(PluralRules.Condition(text) == nil) }
}

@Suite("The language") struct LanguageTests {
  @Test(
    "is that of the environment",
    arguments: [
      ([:], nil), (["LANG": "fr_FR.UTF-8"], "fr"), (["LANG": "de_DE.UTF-8"], "en"), (["LANG": "C"], "en"),
      (["LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], "en"),
      (["LANG": "C.UTF-8", "LC_ALL": "fr"], "fr"),
      (["LANG": "fr_CA@x", "LC_ALL": "", "LC_MESSAGES": ""], "fr"),
      (["LANG": "fr", "LC_ALL": "POSIX"], "en"),
      (["LANG": "french"], "en"),
    ] as [([String: String], String?)])
  func environment(_ variables: [String: String], _ code: String?) {
    #expect(Language.ofEnvironment { variables[$0] }?.code == code)
  }

  @Test(
    "is the best that a browser accepts",
    arguments: [
      ("", "en"), ("fr", "fr"), ("fr-CA, en;q=0.8", "fr"), ("de, fr;q=0.5, en;q=0.4", "fr"),
      ("en;q=0.3,fr;q=0.7", "fr"),
      ("en, fr;q=1.5", "en"), ("fr;q=0, en;q=0.1", "en"), ("fr;q=0", "en"), ("*", "en"), ("de", "en"),
      ("fr, en", "fr"),
      ("en, fr", "en"),
      ("FR-fr ; q=0.9 , en ; q=0.8", "fr"), ("fr;q=x, en;q=0.1", "en"), (",;q=1,,", "en"),
    ])
  func accepted(_ header: String, _ code: String) {
    #expect(Language.accepted(header).code == code)
  }

  @Test("knows what it calls itself") func names() {
    #expect(Language.all.map(\.name) == ["English", "français"])
  }
}
