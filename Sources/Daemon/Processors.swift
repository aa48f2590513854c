internal import Foundation
internal import Glibc

/// The machine's cores that this process may use.
enum Processors {
  static var count: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Whether there is a process of this number.
  static func isAlive(_ number: [UInt8]) -> Bool {
    guard let number = Int32(String(decoding: number, as: UTF8.self)), number > 0 else { return false }
    return kill(number, 0) == 0 || errno == EPERM
  }

  /// This process's number.
  static var ownNumber: Int32 { ProcessInfo.processInfo.processIdentifier }
}
