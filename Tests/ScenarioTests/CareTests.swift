import Foundation
import Testing

/// What newcomers stumbled over.
@Suite struct CareTests {
  @Test func `the reason goes with a failed file that a person takes away`() async throws {
    try await scene { scene in
      try scene.root.drop("bad.jpg", "no photo")
      try await scene.failed("bad.jpg")
      try scene.root.remove("failed/bad.jpg")
      try await scene.until("the reason is gone") { scene.root.files("failed") == [] }
      #expect(try await scene.tondo("status", "bad").status == 66)
    }
  }

  @Test(arguments: [".x", "v~", "lost+found/y", "a.tmp"])
  func `rename refuses a name that the inbox ignores`(_ name: String) async throws {
    try await scene { scene in
      try scene.root.drop("jane.jpg", Picture.jpeg())
      try await scene.made("jane")
      let answer = try await scene.tondo("rename", "jane", name)
      #expect(answer.status == 64)
      #expect(scene.root.has("avatars/jane.json"))
    }
  }

  @Test func `a job waits under the id that it names`() async throws {
    try await scene { scene in
      try scene.root.drop("cards/one.job.json", #"{"original":"jane.jpg","scale":2}"#)
      try await scene.logged("cards/one.job.json: waiting")
      let answer = try await scene.tondo("status", "cards/jane")
      #expect(answer.status == 0)
      #expect(answer.said.contains("there is no original for cards/jane yet"))
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs the superuser to become another user"))
  func `a request by the superuser is made as the root's owner`() async throws {
    try await scene(daemon: false) { scene in
      try scene.root.drop("bad.jpg", "no photo")
      try await scene.start()
      try await scene.failed("bad.jpg")
      try await scene.stop()
      for path in [""] + (FileManager.default.subpaths(atPath: scene.root.path) ?? []) {
        #expect(chown(scene.root.absolute(path), 65_534, 65_534) == 0)
      }
      #expect(try await scene.tondo("retry", "bad").status == 0)
      #expect(scene.root.state("inbox/bad.jpg")?.st_uid == 65_534)
      #expect(scene.root.state(".tondo/ledger.sqlite")?.st_uid == 65_534)
    }
  }

  /// A user namespace has watch limits of its own; not every machine lets one be made.
  private static let canLimit =
    (try? Process.run(
      URL(fileURLWithPath: "/usr/bin/unshare"),
      arguments: ["-Ur", "sh", "-c", "echo 4 >/proc/sys/user/max_inotify_watches"]))
    .map { process in
      process.waitUntilExit()
      return process.terminationStatus == 0
    } ?? false

  @Test(.enabled(if: canLimit, "needs user namespaces"))
  func `where no watch is left the log names the limit, and photos come in all the same`() async throws {
    try await scene(daemon: false) { scene in
      let script = #"echo 4 >/proc/sys/user/max_inotify_watches; exec "$0" "$@""#
      let daemon = try await scene.start(by: ["/usr/bin/unshare", "-Ur", "sh", "-c", script])
      try scene.root.drop("sub/jane.jpg", Picture.jpeg())
      try await scene.until("jane is made", seconds: 60) { scene.root.account("sub/jane") != nil }
      #expect(daemon.complained.contains("inbox/sub: looked at every ten seconds"))
      #expect(daemon.complained.contains("sysctl fs.inotify.max_user_watches="))
      let status = try await (scene.tondo("status").said, scene.tondo("status", "--json").said)
      for said in [status.0, status.1] {
        #expect(said.contains("inbox/sub"))
        #expect(said.contains("sysctl fs.inotify.max_user_watches="))
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.ended(within: 15) == 0)
    }
  }
}
