internal import Foundation

/// A moment in UTC, as documents and file names hold it.
package struct Timestamp: Sendable {
  /// `2026-11-30T12:00:00Z`.
  package var seconds: String

  package static func now() -> Timestamp {
    Timestamp(
      seconds: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)).ISO8601Format())
  }

  /// `20261130T120000Z`.
  package var stamp: String { seconds.filter { $0 != "-" && $0 != ":" } }
}

extension Timestamp {
  /// Seconds since 1970.
  static func unix() -> Int { Int(Date().timeIntervalSince1970) }
}
