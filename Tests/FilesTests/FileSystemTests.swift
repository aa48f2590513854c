import Files
import Glibc
import Testing

@Suite("File systems")
struct FileSystemTests {
  @Test(
    "that others change without this kernel's knowing are known by their type",
    arguments: [
      (0x6969, true), (0x517B, true), (0xFF53_4D42, true), (0xFE53_4D42, true), (0x0102_1997, true),
      (0x6573_5546, true), (0x00C3_6400, true), (0x0BD0_0BD0, true),
      // ext, xfs, btrfs, tmpfs, zfs, f2fs, exfat, overlay, and none that is known.
      (0xEF53, false), (0x5846_5342, false), (0x9123_683E, false), (0x0102_1994, false),
      (0x2FC1_2FC1, false), (0xF2F5_2010, false), (0x2011_BAB0, false), (0x794C_7630, false), (0, false),
    ] as [(UInt32, Bool)])
  func types(_ type: UInt32, _ isRemote: Bool) { #expect(FileSystem.isRemote(type) == isRemote) }

  @Test("tell their type")
  func type() {
    let memory = open("/dev/shm", O_RDONLY | O_DIRECTORY)
    let processes = open("/proc", O_RDONLY | O_DIRECTORY)
    defer { [memory, processes].forEach { _ = close($0) } }
    #expect(FileSystem.type(of: processes) == 0x9FA0)
    #expect(FileSystem.type(of: memory) == 0x0102_1994)
    #expect(FileSystem.type(of: -1) == 0)
  }
}
