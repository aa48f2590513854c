/// Samples of a region, and how trustworthy they are.
public struct Planes: Sendable {
  /// Whether the data was as it should be.
  public enum State: Sendable, Equatable {
    case sound
    /// Codes that do not exist, restart markers that are out of order: decoded as far as possible.
    case damaged
    /// The data ended before the region did; what is missing is gray.
    case truncated
  }

  /// One for each component of the frame, in its order.
  public let planes: [Plane]
  /// Those of all planes, 0...255.
  public let samples: [UInt8]
  /// Of what had to be read for the region, which begins before it.
  public let state: State
}

/// One component of a region, in `Planes.samples`.
///
/// The region is widened to whole MCUs, and ends with the picture.
public struct Plane: Sendable, Equatable {
  /// Where the first sample is.
  ///
  /// At least 32 bytes lie behind the plane's last sample.
  public let offset: Int
  /// From a sample to that below it.
  public let stride: Int
  /// Samples from left to right.
  public let width: Int
  /// Samples from top to bottom.
  public let height: Int
  /// The first sample's column on the grid of the whole component at this scale.
  public let x: Int
  /// The first sample's row on that grid.
  public let y: Int
  /// Samples that the whole component has at this scale, from left to right; the last may be of part of a
  /// pixel.
  public let gridWidth: Int
  /// The same from top to bottom.
  public let gridHeight: Int
}
