import Foundation
import Glibc
import Testing

/// Imports onto disks that are full, others', or share what is copied.
extension ImportTests {
  private func shelve(_ names: [String], _ scene: Scene) throws {
    for name in names { try scene.shelve("\(name).jpg", Picture.jpeg()) }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"), arguments: [true, false])
  func `a disk that is full is waited for, and told of`(_ daemon: Bool) async throws {
    try await scene(daemon: false) { scene in
      let root = scene.root
      let disk = try Mounted("tmpfs", at: root.path, "size=6m")
      try root.write("tondo.json", Scene.quick)
      let names = ["jane", "john", "june", "zoe"]
      try shelve(names, scene)
      for name in names {
        try scene.shelve("\(name).jpg", Picture.jpeg() + [UInt8](repeating: 0, count: 100_000))
      }
      try root.makeFolder("filler")
      if daemon {
        try await scene.start()
      } else {
        #expect(try await scene.importing(scene.library(), "--dry-run").status == 0)
      }
      let full = open(root.absolute("filler/all"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      let room = open(root.absolute("filler/room"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      // What a ledger needs to begin with.
      #expect(ftruncate(room, 0) == 0 && posix_fallocate(room, 0, 512 << 10) == 0)
      let block = [UInt8](repeating: 1, count: 4096)
      while Glibc.write(full, block, block.count) > 0 {}
      close(full)
      #expect(ftruncate(room, daemon ? 512 << 10 : 0) == 0)
      close(room)
      let command = try scene.beginImport([scene.library()])
      try await scene.until("it says why it waits", seconds: 90) {
        command.complained.contains("waiting: ") && command.complained.contains("no space left on the device")
      }
      try root.remove("filler")
      #expect(try await command.ended(within: 180) == 0, "\(command.complained)")
      #expect(names.flatMap(root.faults) == [])
      #expect(scene.left == [] && root.files("failed") == [])
      try await scene.stop()
      withExtendedLifetime(disk) {}
    }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"))
  func `into an inbox on other file systems, one of them below it, rows come whole`() async throws {
    try await scene(daemon: false) { scene in
      let root = scene.root
      try root.makeFolder("inbox")
      let inbox = try Mounted("tmpfs", at: root.absolute("inbox"), "size=8m")
      try root.makeFolder("inbox/sales")
      let below = try Mounted("tmpfs", at: root.absolute("inbox/sales"), "size=8m")
      let names = ["jane", "sales/john", "sales/north/june"]
      try shelve(names, scene)
      try await scene.start()
      let answer = try await scene.importing(scene.library())
      #expect(answer.said == "3 imported, 0 unchanged, 0 skipped, 0 failed\n", "\(answer.complained)")
      #expect(names.flatMap(root.faults) == [])
      #expect(scene.left == [])
      try await scene.stop()
      withExtendedLifetime((inbox, below)) {}
    }
  }

  @Test(.enabled(if: Mounted.isPossible, "needs the right to mount"), arguments: [true, false])
  func `a library that is mounted read-only comes in, and costs nothing the second time`(_ daemon: Bool)
    async throws
  {
    try await scene(daemon: daemon) { scene in
      try scene.shelve("anchor", "")
      let disk = try Mounted("tmpfs", at: scene.library(), "size=8m")
      try shelve(["jane", "sales/john"], scene)
      try scene.shelve("people.csv", "id,original,scale\njane,jane.jpg,2\nsales/john,sales/john.jpg,3\n")
      try check(mount("tondo-test", scene.library(), nil, UInt(MS_REMOUNT | MS_RDONLY), nil), "remount")
      #expect(throws: (any Error).self) { try scene.shelve("jane.jpg", "new") }
      for said in ["2 imported, 0 unchanged", "0 imported, 2 unchanged"] {
        let answer = try await scene.importing(scene.library("people.csv"))
        #expect(answer.said == "\(said), 0 skipped, 0 failed\n", "\(answer.complained)")
      }
      #expect(["jane", "sales/john"].flatMap(scene.root.faults) == [] && scene.left == [])
      #expect(scene.root.account("sales/john")?.attributes.scale == 3)
      withExtendedLifetime(disk) {}
    }
  }

  @Test(.enabled(if: XFS.isPossible, "needs the right to mount, and mkfs.xfs"))
  func `where the file system can, a photo is shared and not copied`() async throws {
    try await scene(daemon: false) { scene in
      let disk = try await XFS(at: scene.root.path, scene.root)
      try scene.root.write("tondo.json", Scene.quick)
      // On the same disk, which is mounted at the root.
      try scene.root.write("library/people.csv", "id,original\njane,jane.jpg\n")
      try scene.root.write("library/jane.jpg", Picture.jpeg() + [UInt8](repeating: 0, count: 4 << 20))
      try scene.root.makeFolder("inbox")
      let traced = try scene.beginImport(
        [scene.root.absolute("library/people.csv")],
        by: [
          "/usr/bin/strace", "-f", "-qq", "-e", "trace=ioctl,copy_file_range,write", "-o",
          scene.root.scratch + "/trace",
        ])
      #expect(try await traced.ended(within: 120) == 0, "\(traced.complained)")
      let trace = try String(contentsOfFile: scene.root.scratch + "/trace", encoding: .utf8)
      #expect(trace.contains("FICLONE, ") && !trace.contains("copy_file_range"))
      #expect(scene.root.sha256("originals/jane.jpg") == scene.root.sha256("library/jane.jpg"))
      #expect(scene.root.faults("jane") == [])
      #expect(try await disk.sharedBlocks(of: scene.root.absolute("originals/jane.jpg"), scene.root) > 0)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func `an original is on the disk before it counts as kept`() async throws {
    try await scene(daemon: false) { scene in
      try shelve(["jane"], scene)
      let traced = try scene.beginImport(
        [scene.library()],
        by: [
          "/usr/bin/strace", "-f", "-qq", "-y", "-e", "trace=fsync,renameat2", "-o",
          scene.root.scratch + "/trace",
        ])
      #expect(try await traced.ended(within: 120) == 0, "\(traced.complained)")
      let calls = try String(contentsOfFile: scene.root.scratch + "/trace", encoding: .utf8).split(
        separator: "\n")
      let synced = try #require(calls.firstIndex { $0.contains("fsync(") && $0.contains("/inbox/jane.jpg>") })
      let kept = try #require(calls.firstIndex { $0.contains("renameat2(") && $0.contains("/originals") })
      #expect(synced < kept)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs the superuser"))
  func `the superuser reads as who they are, and writes as the root's owner`() async throws {
    try await scene(daemon: false) { scene in
      try shelve(["jane", "sales/john"], scene)
      #expect(chmod(scene.library(), 0o700) == 0)
      #expect(chmod(scene.root.scratch, 0o755) == 0)
      for path in ["", "tondo.json"] { #expect(chown(scene.root.absolute(path), 65_534, 65_534) == 0) }
      // Too large to be kept in memory while it is read.
      let large = try Picture.jpeg() + [UInt8](repeating: 0, count: 2_500_000)
      try scene.shelve(
        "sales/zoe.ldif", "dn: uid=zoe\nuid: zoe\njpegPhoto:: \(Data(large).base64EncodedString())\n")
      try FileManager.default.moveItem(
        atPath: scene.library("sales/zoe.ldif"), toPath: scene.library() + ".ldif")
      #expect(chmod(scene.library() + ".ldif", 0o600) == 0)
      let answer = try await scene.importing(scene.library(), scene.library() + ".ldif")
      #expect(answer.status == 0, "\(answer.complained)")
      #expect(["jane", "sales/john", "zoe"].flatMap(scene.root.faults) == [])
      let all = ["inbox", "originals", "replaced", "avatars", "failed", ".tondo"].flatMap { folder in
        [folder] + scene.root.files(folder).map { "\(folder)/\($0)" }
      }
      #expect(all.filter { scene.root.state($0)?.st_uid != 65_534 } == [])
    }
  }
}
