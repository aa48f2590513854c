import Foundation
import Testing

@testable import Model

/// The schemas of the documents, and somebody else's judgement by them.
enum Schemas {
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL
  static let folder = checkout.appending(path: "Examples/schemas")

  enum Kind: String, CaseIterable {
    case attributes, job, manifest, settings

    /// What the code says of a document.
    func problem(_ text: [UInt8]) -> DocumentProblem? {
      do throws(DocumentProblem) {
        switch self {
        case .attributes: _ = try Attributes(reading: text)
        case .job: _ = try Job(reading: text, named: BytePath("jane.job.json") ?? .here)
        case .manifest: _ = try Manifest(reading: text, id: Schemas.jane)
        case .settings: _ = try Settings(reading: text)
        }
        return nil
      } catch { return error }
    }
  }

  static let jane: AvatarID = {
    guard let id = AvatarID("jane") else { preconditionFailure("jane is an id") }
    return id
  }()

  static func schema(_ kind: Kind) throws -> JSONValue {
    let url = folder.appending(path: "\(kind.rawValue).schema.json")
    return try JSONValue(reading: Array(Data(contentsOf: url)))
  }

  /// What python3-jsonschema says of each document: nil where it is good.
  static func judged(_ documents: [(kind: Kind, text: String)]) throws -> [String?] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "tondo-schemas-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let lines = documents.map { "\($0.kind.rawValue)\t\($0.text)\n" }.joined()
    try Data(lines.utf8).write(to: scratch)
    let judge = Process()
    judge.executableURL = URL(filePath: "/usr/bin/python3")
    judge.arguments = [
      "-W", "ignore", checkout.appending(path: "Tests/Scripts/schemas.py").path(percentEncoded: false),
      folder.path(percentEncoded: false),
    ]
    judge.standardInput = try FileHandle(forReadingFrom: scratch)
    let output = Pipe()
    judge.standardOutput = output
    try judge.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    judge.waitUntilExit()
    let words = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    try #require(words.count == documents.count, "the judge ended early")
    return words.map { $0 == "good" ? nil : $0 }
  }
}

extension JSONValue {
  /// What a way of keys leads to.
  subscript(path: String...) -> JSONValue? {
    path.reduce(self) { value, key in
      guard let value, case .object(let members) = value.content else { return nil }
      return members.first { $0.key == key }?.value
    }
  }

  var keys: [String] {
    if case .object(let members) = content { members.map(\.key) } else { [] }
  }

  var elements: [JSONValue] {
    if case .array(let elements) = content { elements } else { [] }
  }

  /// The words of an `enum`.
  var words: [String] {
    (self["enum"]?.elements ?? []).compactMap { if case .string(let word) = $0.content { word } else { nil } }
  }
}
