import Testing

@testable import Watching

@Suite struct SpellingTests {
  @Test func everySpellingOfAFolderIsAnother() {
    let all = (1...5000).map { Library.spelling($0) }
    #expect(Set(all).count == 5000)
    #expect(all.allSatisfy { $0.last == UInt8(ascii: "/") && $0.count <= 26 })
  }
}
