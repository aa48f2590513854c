import Foundation
import Glibc
import Testing

/// The wall clock is somebody else's to set.
@Suite struct ClockTests {
  @Test func `an hour forth and back delays nothing and loses nothing`() async throws {
    try await scene(settings: Scene.settings(settle: 0.5), daemon: false) { scene in
      let clock = scene.root.scratch + "/clock"
      try Data("0".utf8).write(to: URL(filePath: clock))
      try await scene.start(environment: Fault.clock(clock))
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      var times = 1
      for (hours, scale) in [(1, 2), (-1, 3), (0, 4)] {
        try Data("\(hours * 3600)".utf8).write(to: URL(filePath: clock))
        let start = ContinuousClock.now
        try scene.root.drop("jane.jpg", Picture.jpeg())
        times += 1
        try await scene.made("jane", times: times)
        try scene.root.drop("jane.job.json", #"{"scale":\#(scale)}"#)
        times += 1
        #expect(try await scene.made("jane", times: times).attributes.scale == Double(scale))
        try scene.root.edit("avatars/jane.json", #""scale": \#(scale)"#, with: #""scale": \#(scale + 1)"#)
        times += 1
        let account = try await scene.made("jane", times: times)
        #expect(account.attributes.scale == Double(scale + 1))
        #expect(ContinuousClock.now - start < .seconds(30))
        let told = try #require(ISO8601DateFormatter().date(from: account.processed))
        #expect(abs(told.timeIntervalSinceNow - Double(hours) * 3600) < 60, "\(account.processed)")
      }
      try await scene.settled()
      #expect(scene.root.files("replaced").count == 3)
      #expect(scene.count("jane: made in") == times)
      #expect(scene.root.files("inbox") + scene.root.files("failed") == [])
    }
  }
}
