import Model
import Testing

@testable import Watching

@Suite struct SettlerTests {
  let start = SuspendingClock.now
  let jane = BytePath.here.appending("jane.jpg".utf8)
  let john = BytePath.here.appending("john.jpg".utf8)

  func at(_ seconds: Double) -> SuspendingClock.Instant { start.advanced(by: .seconds(seconds)) }

  func signature(_ size: Int, inode: UInt64 = 1, modified: Int64 = 0, changed: Int64 = 0) -> FileSignature {
    FileSignature(inode: inode, size: size, modified: modified, changed: changed)
  }

  @Test func aFileSettlesWhenItHasBeenUnchanged() {
    var settler = Settler()
    settler.observe(jane, signature(1), at: at(0))
    #expect(!settler.isSettled(jane, at: at(0.9), for: .seconds(1)))
    #expect(settler.takeSettled(at: at(0.9), after: .seconds(1)).isEmpty)
    settler.observe(jane, signature(1), at: at(0.9))
    #expect(settler.isSettled(jane, at: at(1), for: .seconds(1)))
    #expect(settler.nextDeadline(after: .seconds(1)) == at(1))
    #expect(settler.takeSettled(at: at(1), after: .seconds(1)).map(\.path) == [jane])
    #expect(settler.count == 0)
    #expect(settler.nextDeadline(after: .seconds(1)) == nil)
  }

  @Test(arguments: [
    FileSignature(inode: 1, size: 2, modified: 0, changed: 0),
    FileSignature(inode: 2, size: 1, modified: 0, changed: 0),
    FileSignature(inode: 1, size: 1, modified: 1, changed: 0),
    FileSignature(inode: 1, size: 1, modified: 0, changed: 1),
  ])
  func anyChangeStartsTheTimeAnew(_ changed: FileSignature) {
    var settler = Settler()
    settler.observe(jane, signature(1), at: at(0))
    settler.observe(jane, changed, at: at(0.5))
    #expect(settler.takeSettled(at: at(1), after: .seconds(1)).isEmpty)
    #expect(settler.unchangedSince(jane) == at(0.5))
    #expect(settler.takeSettled(at: at(1.5), after: .seconds(1)).map(\.path) == [jane])
  }

  @Test func theLongestUnchangedComesFirst() {
    var settler = Settler()
    settler.observe(john, signature(1), at: at(1))
    settler.observe(jane, signature(1), at: at(2))
    settler.observe(john, signature(2), at: at(3))
    #expect(settler.nextDeadline(after: .seconds(1)) == at(3))
    #expect(settler.takeSettled(at: at(9), after: .seconds(1)).map(\.path) == [jane, john])
  }

  @Test func aForgottenFileNeverSettles() {
    var settler = Settler()
    settler.observe(jane, signature(1), at: at(0))
    settler.forget(jane)
    #expect(settler.nextDeadline(after: .zero) == nil)
    #expect(settler.takeSettled(at: at(9), after: .seconds(1)).isEmpty)
    settler.observe(jane, signature(1), at: at(0))
    #expect(settler.takeSettled(at: at(9), after: .seconds(1)).map(\.path) == [jane])
  }

  @Test func aRestlessFileTakesNoMemory() {
    var settler = Settler()
    for turn in 0..<100_000 { settler.observe(jane, signature(turn), at: at(Double(turn) / 1000)) }
    #expect(settler.count == 1)
    #expect(settler.nextDeadline(after: .seconds(1)) == at(99.999).advanced(by: .seconds(1)))
  }

  @Test func aHundredThousandFilesSettleInTheirOrder() {
    var settler = Settler()
    var order = Array(0..<100_000)
    var random = SystemRandomNumberGenerator()
    order.shuffle(using: &random)
    for number in order {
      settler.observe(BytePath.here.appending("\(number)".utf8), signature(1), at: at(Double(number)))
    }
    let first = settler.takeSettled(at: at(50_000), after: .seconds(1))
    #expect(first.map(\.path) == (0..<50_000).map { BytePath.here.appending("\($0)".utf8) })
    #expect(settler.count == 50_000)
  }
}
