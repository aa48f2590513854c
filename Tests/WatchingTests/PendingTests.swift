import Model
import Testing

@testable import Watching

@Suite struct PendingTests {
  func file(_ folder: String, _ number: Int) throws -> Change { .file(try path("\(folder)/\(number).jpg")) }

  @Test func aNameIsToldOnce() throws {
    var pending = Pending()
    for _ in 0..<1000 { pending.insert(try file("inbox", 1)) }
    #expect(pending.count == 1)
    #expect(pending.take() == [try file("inbox", 1)])
    #expect(pending.isEmpty)
  }

  @Test func manyNamesBecomeTheirFolder() throws {
    var pending = Pending()
    for number in 0..<256 { pending.insert(try file("inbox/a", number)) }
    #expect(pending.count == 256)
    pending.insert(try file("inbox/a", 256))
    pending.insert(try file("inbox/a", 257))
    pending.insert(try file("inbox/a/deep", 1))
    pending.insert(try file("inbox/ab", 1))
    #expect(pending.take() == [.folder(try path("inbox/a")), try file("inbox/ab", 1)])
  }

  @Test func aFolderStandsForAllInIt() throws {
    var pending = Pending()
    pending.insert(try file("inbox/a/b", 1))
    pending.insert(.folder(try path("inbox/a/c")))
    pending.insert(.folder(try path("inbox/a")))
    pending.insert(.folder(try path("inbox/a/d")))
    #expect(pending.take() == [.folder(try path("inbox/a"))])
  }

  @Test func veryManyBecomeEverything() throws {
    var pending = Pending()
    pending.insert(.settings)
    for number in 0...4096 { pending.insert(try file("inbox/\(number)", 1)) }
    #expect(pending.count == 0)
    pending.insert(try file("inbox", 1))
    pending.insert(.folder(try path("inbox")))
    #expect(pending.take() == [.everything, .settings])
  }

  @Test func aMillionEventsTakeNoMoreThanTheLimit() throws {
    var pending = Pending()
    let inbox = try path("inbox")
    for number in 0..<1_000_000 {
      pending.insert(.file(inbox.appending("\(number % 100)/\(number % 7919)".utf8)))
      if pending.count > Pending.total { Issue.record("\(pending.count) kept") }
    }
  }

  @Test func whoComparesEverythingIsToldWhatIsMissing() throws {
    let inbox = try path("inbox")
    var pending = Pending()
    var lost = Pending()
    lost.insert(.gone(inbox))
    pending.merge(lost, missing: [inbox])
    var overflow = Pending()
    overflow.insert(.everything)
    pending.merge(overflow, missing: [inbox])
    #expect(pending.take() == [.everything, .gone(inbox)])
    pending.merge(overflow, missing: [inbox])
    #expect(pending.take() == [.everything, .gone(inbox)])
  }

  @Test func anAreaThatIsBackIsNotGone() throws {
    let inbox = try path("inbox")
    var pending = Pending()
    var lost = Pending()
    lost.insert(.gone(inbox))
    pending.merge(lost, missing: [inbox])
    var back = Pending()
    back.insert(.everything)
    pending.merge(back, missing: [])
    #expect(pending.take() == [.everything])
  }
}
