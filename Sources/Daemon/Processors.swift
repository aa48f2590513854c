internal import Foundation

/// The machine's cores that this process may use.
enum Processors {
  static var count: Int { ProcessInfo.processInfo.activeProcessorCount }
}
