import Foundation

/// How much is done to a daemon: everything with `make torture`, a sample with `make test`.
enum Torture {
  static let isWhole = ProcessInfo.processInfo.environment["TONDO_TORTURE"] != nil

  static func amount(_ whole: Int, sample: Int) -> Int { isWhole ? whole : sample }
}

/// What a daemon's environment says, so that steps of its fail; see `CTestFault`.
enum Fault {
  /// The process is killed in place of this one of the calls that change what lies on the disk.
  static func kill(at call: Int) -> [String] { preloaded + ["TONDO_FAULT_AT=\(call)"] }

  /// This one of these calls fails.
  static func failure(_ number: Int32, at call: Int) -> [String] {
    kill(at: call) + ["TONDO_FAULT_NUMBER=\(number)"]
  }

  /// All of them fail while there is a file.
  static func failure(_ number: Int32, while file: String) -> [String] {
    preloaded + ["TONDO_FAULT_WHILE=\(file)", "TONDO_FAULT_NUMBER=\(number)"]
  }

  /// The wall clock is off by the seconds that a file holds.
  static func clock(_ file: String) -> [String] { preloaded + ["TONDO_FAULT_CLOCK=\(file)"] }

  private static let preloaded = ["LD_PRELOAD=" + Spawned.beside("libtondo-test-fault.so")]
}
