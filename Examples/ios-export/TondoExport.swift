// How an iOS app with PhotoSelectAndCrop hands a person's photo to Tondo.
//
// The app keeps four things: the original, the cropped image, the scale and the position. Tondo needs the original as it
// was picked, and the numbers together with the screen on which they were chosen. This file writes both: copy it into the
// app, and put the folder that it writes to where Tondo's inbox is, or upload the files there.
//
//     let export = TondoExport(attributes, of: picked, named: "jane", screen: UIScreen.main.bounds.size)
//     try export.write(to: folder)
import Foundation

#if canImport(PhotoSelectAndCrop)
  import PhotoSelectAndCrop
#endif

/// An original, and the job that gives its placement.
struct TondoExport {
  /// What the avatar will be called: `jane`, with letters that a file name may have.
  var name: String
  var original: Data
  /// For people, as in `heic`: Tondo looks at the content.
  var fileExtension: String
  var job: Job

  /// What Tondo reads from `NAME.job.json`.
  struct Job: Codable {
    var original: String
    var scale: Double
    /// In points on that screen, as the app stores them: x to the right, y down.
    var xWidth: Double
    var yHeight: Double
    var viewport: Viewport
  }

  /// The screen, in points, on which scale and position were chosen.
  struct Viewport: Codable {
    var width: Double
    var height: Double
    /// Between the screen's edge and the round hole.
    var inset: Double
  }

  /// - Parameters:
  ///   - original: the photo's bytes as the picker gave them. Not those of a `UIImage`: its JPEG would be a copy of less
  ///     quality, without the orientation and the colours that were there.
  ///   - fileExtension: of these bytes.
  ///   - name: what the avatar is to be called.
  ///   - scale: `ImageAttributes.scale`.
  ///   - position: `ImageAttributes.xWidth` and `yHeight`.
  ///   - screen: the size in points that `UIScreen.main.bounds` had when the person moved and scaled the photo; the numbers
  ///     mean nothing without it.
  ///   - inset: the sheet's, which is 15.
  init(
    original: Data, fileExtension: String, name: String, scale: Double, position: (x: Double, y: Double),
    screen: (width: Double, height: Double), inset: Double = 15
  ) {
    self.name = name
    self.original = original
    self.fileExtension = fileExtension
    job = Job(
      original: "\(name).\(fileExtension)", scale: scale, xWidth: position.x, yHeight: position.y,
      viewport: Viewport(width: screen.width, height: screen.height, inset: inset))
  }

  /// Writes `NAME.job.json` and `NAME.EXTENSION`.
  ///
  /// Each appears whole, and in any order: Tondo waits for the other one.
  func write(to folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(job).write(to: folder.appendingPathComponent("\(name).job.json"), options: .atomic)
    try original.write(to: folder.appendingPathComponent(job.original), options: .atomic)
  }
}

#if canImport(PhotoSelectAndCrop)
  extension TondoExport {
    /// - Parameters:
    ///   - attributes: as the app keeps them.
    ///   - picked: the bytes of the original and their extension, kept by the app when the photo was picked.
    ///   - name: what the avatar is to be called.
    ///   - screen: see above.
    init(
      _ attributes: ImageAttributes, of picked: (data: Data, fileExtension: String), named name: String,
      screen: CGSize
    ) {
      self.init(
        original: picked.data, fileExtension: picked.fileExtension, name: name,
        scale: Double(attributes.scale),
        position: (x: Double(attributes.xWidth), y: Double(attributes.yHeight)),
        screen: (width: Double(screen.width), height: Double(screen.height)))
    }
  }
#endif
