/// In how many eighths of its own grid a component is reconstructed: each block of 8 x 8 samples becomes that
/// many squared.
public struct Scale: Sendable, Equatable {
  /// Of the first component, 1...8.
  public let luma: Int
  /// Of the other two, 1...8.
  public let chroma: Int

  /// Both have to be 1...8.
  public init(luma: Int, chroma: Int) {
    precondition(1...8 ~= luma && 1...8 ~= chroma, "a scale is one to eight eighths")
    self.luma = luma
    self.chroma = chroma
  }
}
