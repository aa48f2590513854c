internal import Foundation

/// The machine's cores that this process may use.
enum Processors {
  static var count: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// This process's number.
  static var ownNumber: Int32 { ProcessInfo.processInfo.processIdentifier }
}
