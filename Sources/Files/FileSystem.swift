internal import CTondo.Linux

/// What is known of a file system by its type.
package enum FileSystem {
  /// Those whose files others change without this kernel's knowing.
  ///
  /// Network ones, those of a virtual machine's host, and FUSE, which may be either. An overlay is none: what goes on
  /// in it is seen.
  package static let remote: [(name: String, type: UInt32)] = [
    ("nfs", 0x6969), ("smb", 0x517B), ("cifs", 0xFF53_4D42), ("smb2", 0xFE53_4D42), ("9p", 0x0102_1997),
    ("fuse", 0x6573_5546), ("afs", 0x5346_414F), ("kafs", 0x6B41_4653), ("ceph", 0x00C3_6400),
    ("coda", 0x7375_7245), ("ncp", 0x564C), ("gfs2", 0x0116_1970), ("ocfs2", 0x7461_636F),
    ("lustre", 0x0BD0_0BD0), ("gpfs", 0x4750_4653), ("vboxsf", 0x786F_4256), ("vmhgfs", 0xBACB_ACBC),
    ("prl_fs", 0x7C7C_6673),
  ]

  /// By the `f_type` of statfs(2).
  package static func isRemote(_ type: UInt32) -> Bool { remote.contains { $0.type == type } }

  /// Of an open file or folder; 0, which is no type, where it cannot be told.
  package static func type(of descriptor: CInt) -> UInt32 { tondo_file_system(descriptor) }
}
