import Foundation

/// Real photos, which lie beside the repository where it is developed.
enum Corpus {
  static let folder: URL? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let corpus = place.appendingPathComponent("shared/corpus")
      if FileManager.default.fileExists(atPath: corpus.appendingPathComponent("INDEX.tsv").path) {
        return corpus
      }
    }
    return nil
  }()

  /// The JPEGs, sorted by name.
  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jpg" }.sorted { $0.path < $1.path }
  }
}
