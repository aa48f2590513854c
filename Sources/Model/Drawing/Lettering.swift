/// Where a text's ink really is: fonts differ, and what is centred by their own measures seldom looks so.
///
/// The text is drawn once by itself, and looked at; then it is known how to move it.
package enum Lettering {
  /// Of the drawing that is looked at.
  package static let width = 1024
  package static let height = 384
  /// Of the letters in it.
  static let size = 96.0
  static let origin = (x: 512.0, y: 240.0)

  /// A rectangle around ink, in pixels of that drawing.
  package struct Box: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }

  /// The drawing that is looked at.
  package static func probe(_ text: String) -> String {
    SVG.document(width: width, height: height, box: "0 0 \(width) \(height)", SVG.text(text, fill: "#000000"))
  }

  /// How much larger than in the probe, and where to, so that the ink is in the middle of 24 units.
  ///
  /// Fewer letters are larger; wide or tall ones must not reach the edge of a circle.
  static func fit(_ box: Box, count: Int) -> (scale: Double, x: Double, y: Double) {
    let share = count <= 1 ? 0.5 : count == 2 ? 0.42 : 0.34
    let (width, height) = (max(1, box.right - box.left), max(1, box.bottom - box.top))
    let room = 24 * 0.66
    let scale = min(24 * share / size, room / width, room / height)
    return (scale, 12 - scale * (box.left + box.right) / 2, 12 - scale * (box.top + box.bottom) / 2)
  }
}
