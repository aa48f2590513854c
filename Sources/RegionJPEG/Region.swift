/// A part of the picture, in pixels as stored.
public struct Region: Sendable, Equatable {
  /// From left to right, 0 the first.
  public let columns: Range<Int>
  /// From top to bottom, 0 the first.
  public let rows: Range<Int>

  /// What lies outside the picture is left out.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }
}
