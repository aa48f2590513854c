package import Model

/// One avatar on its way out.
package struct Exported: Sendable {
  package var id: AvatarID
  /// The image as it is to be shown: cropped, or with `clip` the original.
  package var image: [UInt8]
  package var format: InputFormat
  /// What is seen of an original, in upright pixels from the top left, and its rows.
  package var clip: Clip?

  package struct Clip: Hashable, Sendable {
    package var crop: CropRectangle
    package var rows: Int

    package init(crop: CropRectangle, rows: Int) {
      self.crop = crop
      self.rows = rows
    }
  }

  package init(id: AvatarID, image: [UInt8], format: InputFormat, clip: Clip? = nil) {
    self.id = id
    self.image = image
    self.format = format
    self.clip = clip
  }
}
