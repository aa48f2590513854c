import Foundation

// Exports photos as an app would: FOLDER, then for each photo PATH SCALE X Y WIDTH HEIGHT.
@main
enum Export {
  static func main() throws {
    var words = CommandLine.arguments.dropFirst()
    let folder = URL(fileURLWithPath: words.removeFirst())
    while let path = words.popFirst() {
      let photo = URL(fileURLWithPath: path)
      let numbers = words.prefix(5).compactMap(Double.init)
      words = words.dropFirst(5)
      let export = TondoExport(
        original: try Data(contentsOf: photo), fileExtension: photo.pathExtension,
        name: photo.deletingPathExtension().lastPathComponent, scale: numbers[0],
        position: (numbers[1], numbers[2]), screen: (numbers[3], numbers[4]))
      try export.write(to: folder)
    }
  }
}
