import Foundation
import Model
import Testing

@testable import Daemon

@Suite("Entries of the journal")
struct JournalTests {
  private let log = Log(style: .journal, root: Array("/srv/a\nb".utf8))

  private func fields(_ event: Event) -> [String: String] {
    Dictionary(log.fields(event).map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func id(_ text: String) throws -> AvatarID { try #require(AvatarID(text)) }

  @Test("tell what happened, where, to what, and how long it took")
  func made() throws {
    let fields = try fields(.made(id("sales/jane"), cause: .edit, milliseconds: 1234, warnings: []))
    #expect(
      fields == [
        "MESSAGE": "sales/jane: made in 1234 ms (edit)", "MESSAGE_ID": Event.Kind.made.rawValue,
        "PRIORITY": "6",
        "SYSLOG_IDENTIFIER": "tondo", "TONDO_ROOT": #"/srv/a\nb"#, "TONDO_ID": "sales/jane",
        "TONDO_STATE": "ready",
        "TONDO_CAUSE": "edit", "TONDO_ELAPSED_US": "1234000",
      ])
  }

  @Test("tell the state and the file of what did not work")
  func failed() throws {
    let why = Explanation(.verbatim("it is broken"), .verbatim("Give another one."))
    let aside = fields(.setAside(path: "inbox/jane.jpg", why))
    #expect(
      aside["TONDO_STATE"] == "failed" && aside["TONDO_FILE"] == "inbox/jane.jpg" && aside["PRIORITY"] == "4")
    #expect(aside["MESSAGE"] == "inbox/jane.jpg: moved to failed/: it is broken. Give another one.")
    let died = try fields(.workerDied(id("jane"), how: .verbatim("SIGSEGV"), attempt: 2))
    #expect(died["TONDO_ID"] == "jane" && died["TONDO_ATTEMPT"] == "2" && died["TONDO_STATE"] == nil)
    #expect(fields(.paused(why, seconds: 4))["PRIORITY"] == "3")
  }

  @Test("have an id for each kind of event, each in the form that systemd wants")
  func ids() {
    let ids = Event.Kind.allCases.map(\.rawValue)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }

  @Test("are explained by the catalog: each kind, and nothing else")
  func catalog() throws {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let text = try String(contentsOf: checkout.appending(path: "systemd/tondo.catalog"), encoding: .utf8)
    let explained = text.split(separator: "\n").filter { $0.hasPrefix("-- ") }.map { String($0.dropFirst(3)) }
    #expect(explained.count == Set(explained).count)
    #expect(Set(explained) == Set(Event.Kind.allCases.map(\.rawValue)))
  }
}
