import Foundation
import Testing

@testable import Model

extension Command: CustomTestStringConvertible {
  package var testDescription: String { rawValue }
}

/// What the table of commands says is what people are told of them.
@Suite("Every command and option") struct CommandLineTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.checkout.appending(path: path), encoding: .utf8)
  }

  @Test(
    "is in the help, with what it does, in every language", arguments: Command.allCases,
    Language.all.map(\.code))
  func help(_ command: Command, _ code: String) throws {
    let language = try #require(Language(code))
    let page = HelpPage(command, in: language)
    #expect(!page.summary.isEmpty)
    #expect(Set(page.options.keys) == Set(command.options.map(\.name)))
    #expect(page.options.values.allSatisfy { !$0.isEmpty })
    let help = HelpText.of(command.rawValue).text(in: language)
    let namesItself = help.hasPrefix("tondo \(command.rawValue)")
    #expect(namesItself)
    let hasExample = help.contains("\n  tondo \(command.rawValue)")
    let isInOverview = HelpText.overview.text(in: language).contains("\n  tondo \(command.rawValue)")
    #expect(hasExample && isInOverview)
  }

  @Test("is in the manual", arguments: Command.allCases) func manual(_ command: Command) throws {
    let manual = try text("systemd/tondo.1").replacing("\\-", with: "-")
    let section = try #require(
      manual.components(separatedBy: "\n.SS ").first { $0.hasPrefix("tondo \(command.rawValue)") })
    for option in command.options { #expect(section.contains("--\(option.name)"), "\(option.name)") }
    for option in Command.common { #expect(manual.contains("--\(option.name)"), "\(option.name)") }
  }

  @Test("of the settings has its paragraph in tondo.json(5), and nothing else has") func settings() throws {
    let words = try text("systemd/tondo.json.5").split(separator: "\n")
    let told = zip(words, words.dropFirst()).filter { $0.0 == ".TP" }.map { $0.1.dropFirst(".B ".count) }
    #expect(told.map(String.init).sorted() == Self.settingsKeys.sorted())
  }

  private static let settingsKeys =
    Settings.keys + Limits.keys + Output.keys + WebSettings.keys + ["version", "$schema"]

  @Test("takes no option twice", arguments: Command.allCases) func once(_ command: Command) {
    let names = (command.options + Command.common).map(\.name)
    #expect(names.count == Set(names).count)
  }

  @Test("of an export is of one of its formats, and the help says of which") func formats() {
    let help = HelpPage(.export, in: .english).options
    for option in Command.export.options where !ExportFormat.common.contains(option) {
      let formats = ExportFormat.allCases.filter { $0.options.contains(option) }.map(\.rawValue)
      #expect(!formats.isEmpty, "\(option.name)")
      let named = ExportFormat.allCases.map(\.rawValue).filter {
        help[option.name]?.hasPrefix("\($0):") == true
      }
      #expect(named.isEmpty || named == formats, "\(option.name)")
    }
  }
}
