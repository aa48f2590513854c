import Testing

@testable import Model

@Suite struct InitialsTests {
  @Test(
    "initials of names in many scripts",
    arguments: [
      // Latin, and what its letters bear.
      ("Jane Doe", "JD"), ("jane doe", "JD"), ("Jane", "J"), ("Jane Mary van Doe", "JD"),
      ("  Jane   Doe ", "JD"),
      ("Ángel Öz", "ÁÖ"), ("e\u{301}lan vital", "E\u{301}V"), ("Łukasz Żak", "ŁŻ"), ("Nguyễn Văn Ánh", "NÁ"),
      // Two halves of a name are one word, and titles are words.
      ("Jean-Luc Picard", "JP"), ("Anna Schmidt-Müller", "AS"), ("Dr. Jane Doe", "DD"),
      ("Jane (Sales)", "JS"),
      ("O'Neill Shaquille", "OS"), ("'Jane' – Doe", "JD"),
      // What has no capital of one letter stays as it is; no language is asked.
      ("ßen", "ß"), ("ı", "I"), ("istanbul", "I"), ("ǆon", "ǅ"), ("ŉ", "ŉ"),
      // Greek, Cyrillic, Armenian; Georgian has no capitals in names.
      ("ελένη παπά", "ΕΠ"), ("юлия ким", "ЮК"), ("արամ խաչատրյան", "ԱԽ"), ("აკაკი წერეთელი", "აწ"),
      // From right to left, in the order of writing.
      ("محمد علي", "مع"), ("דוד לוי", "דל"), ("داریوش مهرجویی", "دم"),
      // The family name comes first, and one character says enough.
      ("王小明", "王"), ("山田 太郎", "山"), ("김민수", "김"), ("김 민수", "김"), ("さくら はな", "さ"),
      // Clusters stay whole; a vowel that is written before its letter is none.
      ("राहुल शर्मा", "राश"), ("తెలుగు పేరు", "తెపే"), ("สมชาย ใจดี", "สจ"), ("เอก", "อ"), ("ተስፋዬ ወልደ", "ተወ"),
      // Pictures and digits.
      ("👩‍👩‍👧 Family", "👩‍👩‍👧F"), ("🇫🇷", "🇫🇷"), ("👍🏽", "👍🏽"), ("4 Seasons", "4S"),
    ])
  func names(_ name: String, _ initials: String) {
    #expect(Initials.of(name).map { Array($0.utf8) } == Array(initials.utf8))
  }

  @Test("what has no letter has no initials", arguments: ["", " ", "-", "... !", "\u{301}"])
  func none(_ name: String) { #expect(Initials.of(name) == nil) }

  @Test(
    "an id's last part is a name, too",
    arguments: [
      ("sales/jane.doe", "JD"), ("jane_doe", "JD"), ("jane-mary-doe", "JD"), ("jane", "J"),
      ("sales/x/4711", "4"),
    ])
  func ids(_ text: String, _ initials: String) throws { #expect(Initials.of(try id(text)) == initials) }

  @Test func aHeapOfMarksIsCut() throws {
    let heap = "Z" + String(repeating: "\u{301}", count: 1000)
    #expect(try #require(Initials.of(heap)).unicodeScalars.count == 16)
  }
}
