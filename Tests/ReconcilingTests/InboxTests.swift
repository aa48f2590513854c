import Model
import Scratch
import Testing

@testable import Reconciling

@Suite("The inbox")
struct InboxTests {
  private func found(_ inbox: Inbox, _ text: String = "jane") -> Found {
    var found = Found()
    inbox.fill(&found, for: id(text))
    return found
  }

  @Test("gives photos and jobs of an id, oldest first")
  func order() {
    var inbox = Inbox()
    inbox.set(path("inbox/jane.png"), .photo(signature(7)), for: id("jane"))
    inbox.set(path("inbox/jane.jpg"), .photo(signature(5)), for: id("jane"))
    inbox.set(path("inbox/b.job.json"), .job(signature(4), .remove), for: id("jane"))
    inbox.set(path("inbox/a.job.json"), .job(signature(9), .remove), for: id("jane"))
    inbox.set(path("inbox/bob.jpg"), .photo(signature(1)), for: id("bob"))
    #expect(found(inbox).photos.map(\.signature.changed) == [5, 7])
    #expect(found(inbox).jobs.map(\.signature.changed) == [4, 9])
  }

  @Test("tells two files of one moment apart by their names, always in the same order")
  func tie() {
    var inbox = Inbox()
    for name in ["c", "a", "b"] {
      inbox.set(path("inbox/jane.\(name)"), .photo(signature(5)), for: id("jane"))
    }
    #expect(found(inbox).photos.map(\.path) == ["a", "b", "c"].map { path("inbox/jane.\($0)") })
  }

  @Test("tells what settles and what is incomplete")
  func waiting() {
    var inbox = Inbox()
    inbox.set(path("inbox/jane.jpg"), .settling, for: id("jane"))
    #expect(found(inbox).isSettling)
    inbox.set(path("inbox/jane.jpg"), .incomplete(signature(5), .empty), for: id("jane"))
    #expect(!found(inbox).isSettling)
    #expect(found(inbox).hasIncompletePhoto)
    #expect(found(inbox).photos.isEmpty)
  }

  @Test("answers the id that a file was for, when it is for another one now")
  func anotherID() {
    var inbox = Inbox()
    let job = path("inbox/a.job.json")
    #expect(inbox.set(job, .settling, for: id("a")) == nil)
    #expect(inbox.set(job, .job(signature(5), .remove), for: id("jane")) == id("a"))
    #expect(inbox.set(job, .job(signature(6), .remove), for: id("jane")) == nil)
    #expect(found(inbox, "a") == Found())
    #expect(found(inbox).jobs.count == 1)
  }

  @Test("forgets a file, and then its id")
  func forgets() {
    var inbox = Inbox()
    inbox.set(path("inbox/jane.jpg"), .photo(signature(5)), for: id("jane"))
    #expect(inbox.remove(path("inbox/jane.jpg")) == id("jane"))
    #expect(inbox.remove(path("inbox/jane.jpg")) == nil)
    #expect(inbox.all.isEmpty)
    #expect(inbox.paths(for: id("jane")).isEmpty)
  }
}
