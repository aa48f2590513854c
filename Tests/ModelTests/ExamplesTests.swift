import Foundation
import Testing

@testable import Model

/// The documents that people copy from.
@Suite struct ExamplesTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples")

  private func example(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
  }

  @Test func theExampleOfSettingsShowsTheDefaults() throws {
    #expect(try Settings(reading: example("tondo.json")) == Settings())
  }

  @Test(arguments: ["jane", "omar", "zoe"])
  func theExamplesOfJobsAreGood(name: String) throws {
    let job = try Job(reading: example("portraits/\(name).job.json"), named: path("\(name).job.json"))
    #expect(job.id.text == name)
  }
}
