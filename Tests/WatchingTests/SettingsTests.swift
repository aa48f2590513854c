import Foundation
import Glibc
import Model
import Testing

@testable import Watching

extension WatcherTests {
  @Test func theSettingsAreWatched() async throws {
    let scene = try await Scene(root)
    try root.write("tondo.json", "{}")
    try await scene.hear(.settings)
    try await scene.barrier()
    scene.clear()
    try root.write("other.json", "{}")
    try await scene.barrier()
    #expect(!scene.all.contains(.settings))
    try root.write(".new.json", "{ }")
    try root.move(".new.json", "tondo.json")
    try await scene.hear(.settings)
    await scene.finish()
  }

  @Test func theSettingsFolderNeedNotExist() async throws {
    let file = root.absolute("etc/tondo/tondo.json")
    let scene = try await Scene(root) { $0.settings = Array(file.utf8) }
    try root.makeFolder("etc/tondo")
    try await scene.hear(.settings)
    try await scene.barrier()
    scene.clear()
    try root.write("etc/tondo/tondo.json")
    try await scene.hear(.settings)
    try root.remove("etc")
    try await scene.barrier()
    scene.clear()
    try root.makeFolder("etc/tondo")
    try root.write("etc/tondo/tondo.json")
    try await scene.hear(.settings)
    await scene.finish()
  }

  @Test func theSettingsMayLieInAnArea() async throws {
    let file = root.absolute("inbox/tondo.json")
    let scene = try await Scene(root) { $0.settings = Array(file.utf8) }
    try root.write("inbox/tondo.json")
    try await scene.hear(.settings)
    try await scene.hear(file: "inbox/tondo.json")
    await scene.finish()
  }
}
