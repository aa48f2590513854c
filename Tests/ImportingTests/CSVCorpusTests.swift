import Foundation
import Importing
import Model
import Testing

/// Exports of address books, as other programs write them.
@Suite struct CSVCorpusTests {
  /// Beside the repository, or beside a folder above it.
  private static let folder: String? = {
    var place = URL(fileURLWithPath: #filePath)
    while place.path != "/" {
      place.deleteLastPathComponent()
      let corpus = place.appendingPathComponent("shared/corpus").path
      if FileManager.default.fileExists(atPath: corpus + "/INDEX.tsv") { return corpus }
    }
    print("SKIPPED: no shared/corpus beside the repository, so the real tables are not tried")
    return nil
  }()

  private static let tables = [
    ("contacts-google.csv", "name", "2: Prefix Firstname Middle Lastname Suffix", 80),
    ("contacts-thunderbird.csv", "Display Name", "2: Displayname", 36),
  ]

  private static func open(_ table: String, _ map: [String: String]) throws -> any RowReader {
    try Source.open(Array("\(folder ?? "")/\(table)".utf8), SourceOptions(columns: map))
  }

  @Test("name no photo, and say which columns there are", arguments: folder == nil ? [] : tables)
  func plain(_ table: String, _ column: String, _ row: String, _ others: Int) throws {
    let problem = #expect(throws: CommandProblem.self) { try Self.open(table, [:]) }
    #expect(problem?.exitCode == 65)
    #expect(
      problem?.explanation.problem.text(in: .english).lowercased().contains(column.lowercased()) == true)
  }

  @Test("are read when they are told which column is the id", arguments: folder == nil ? [] : tables)
  func mapped(_ table: String, _ column: String, _ row: String, _ others: Int) throws {
    let reader = try Self.open(table, ["id": column])
    #expect(try told(reader) == [row])
    let remark = try #require(reader.remarks.first?.text(in: .english))
    #expect(remark.split(separator: ", ").count == others)
  }
}
