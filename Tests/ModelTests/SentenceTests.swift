import Testing

@testable import Model

/// Sentences that were once untrue, or hard to read.
@Suite struct SentenceTests {
  @Test func aStrayQuotationMarkIsNamed() throws {
    let found = problem { () throws(DocumentProblem) in
      try JSONValue(reading: bytes(#"{ "scale": 1 "shape": "circle" }"#))
    }
    #expect(english(found?.explanation.problem) == "a quotation mark stands where a comma or } is expected")
  }

  @Test func aNameSaysNothingOfTheContent() {
    let why = FolderProblem.strayJSON.explanation
    #expect(english(why.problem).hasPrefix("the name ends in .json"))
    #expect(english(why.remedy).contains("NAME.job.json"))
  }

  @Test func aCentredSquareDoesNotClaimToLieInside() {
    let asked = Square(x: 0, y: -10, side: 60)
    let used = Square(x: 0, y: -5, side: 60)
    #expect(
      english(PhotoWarning.moved(asked: asked, used: used).message)
        == "the square was asked at 0, -10 and used at 0, -5: kept inside the photo, or centred where the photo is too short"
    )
  }
}
