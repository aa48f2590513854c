import Testing

@testable import Cropping

@Suite("Room for a photo's bytes")
struct WorkroomTests {
  private let workroom = Workroom()

  @Test("is that of the photo before, where it is large enough")
  func kept() throws {
    let first = try #require(workroom.take(5_000_000))
    #expect(first.count >= 5_000_000)
    workroom.giveBack(first)
    let second = try #require(workroom.take(1))
    #expect(second.baseAddress == first.baseAddress)
    workroom.giveBack(second)
  }

  @Test("is given to one photo at a time")
  func taken() throws {
    let first = try #require(workroom.take(1))
    let second = try #require(workroom.take(1))
    #expect(first.baseAddress != second.baseAddress)
    workroom.giveBack(first)
    workroom.giveBack(second)
  }

  @Test("is refused where there is not so much, and the next photo has its own")
  func none() throws {
    #expect(workroom.take(1 << 60) == nil)
    workroom.giveBack(try #require(workroom.take(1)))
  }
}
