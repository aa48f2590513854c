import Foundation
import Glibc
import Model
import Scratch
import Testing

@testable import Daemon

@Suite("tondo render")
struct RendererTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch(["out", "in"])
    try Data(photo).write(to: URL(filePath: scratch.absolute("in/jane.png")))
  }

  /// A red photo of 30 x 40 pixels.
  private var photo: [UInt8] {
    get throws {
      let text = """
        iVBORw0KGgoAAAANSUhEUgAAAB4AAAAoCAIAAABmcd1FAAAALElEQVR42u3MQQkAAAgEsEtiEvtjLFP4EAZ7L1N9JG\
        q1Wq1Wq9VqtVqt/l8vI4NPrIjibwYAAAAASUVORK5CYII=
        """
      return Array(try #require(Data(base64Encoded: text)))
    }
  }

  /// Beside the tests, wherever those are run from.
  private static var worker: [UInt8]? {
    let own = [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    let folders = own.map { $0.deletingLastPathComponent() }
    let paths = (folders + folders.map { $0.deletingLastPathComponent() }).map { $0.path + "/tondo-worker" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { Array($0.utf8) }
  }

  private func outcomes(
    _ names: [String], force: Bool = false, dryRun: Bool = false, attributes: Attributes = Attributes()
  ) throws -> [Renderer.Outcome] {
    let wish = Renderer.Wish(
      attributes: attributes, outputs: [Output(size: 16, format: .png), Output(size: 8, format: .jpeg)],
      out: Array(scratch.absolute("out").utf8), force: force, dryRun: dryRun)
    let renderer = try Renderer(wish, worker: #require(Self.worker))
    defer { renderer.end() }
    var outcomes: [Renderer.Outcome] = []
    var counts: [Int] = []
    renderer.render(names.map { Array(scratch.absolute($0).utf8) }) { done, next in
      counts.append(done)
      outcomes += next
    }
    #expect(counts == counts.sorted() && counts.last == names.count)
    #expect(outcomes.count == names.count)
    return outcomes
  }

  private func render(
    _ names: String..., force: Bool = false, dryRun: Bool = false, attributes: Attributes = Attributes()
  ) throws -> [Renderer.Made] {
    try outcomes(names, force: force, dryRun: dryRun, attributes: attributes).map { try $0.get() }
  }

  private func code(_ body: () throws -> some Any) -> Int32? {
    do { _ = try body() } catch { return (error as? CommandProblem)?.exitCode }
    return 0
  }

  @Test("writes avatars and a manifest, and nothing else")
  func writes() throws {
    let made = try render("in/jane.png")
    #expect(scratch.files("out") == ["jane-16.png", "jane-8.jpg", "jane.json"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.absolute("out")).count == 3)
    #expect(made.first?.files == ["jane-16.png", "jane-8.jpg", "jane.json"])
    #expect(scratch.mode("out/jane-16.png") == 0o644)
    let text = Array(try #require(scratch.text("out/jane.json")).utf8)
    let manifest = try Manifest(reading: text, id: id("jane"))
    #expect(manifest == made.first?.manifest)
    #expect(manifest.account?.crop == CropSquare(x: 0, y: 5, size: 30))
    #expect(manifest.account?.original?.file == "jane.png")
    #expect(manifest.attributes.placement == .centre)
  }

  @Test("decides the crop and writes nothing in a dry run, even where avatars are")
  func dryRun() throws {
    try scratch.write("out/jane.json", "mine")
    let made = try render(
      "in/jane.png", dryRun: true, attributes: Attributes(placement: .crop(.square(x: 1, y: 2, size: 3))))
    #expect(made.first?.manifest.account?.crop == CropSquare(x: 1, y: 2, size: 3))
    #expect(scratch.contents(of: ["out"]) == ["out/jane.json": "mine"])
  }

  @Test("replaces nothing without being forced", arguments: ["jane-16.png", "jane-8.jpg", "jane.json"])
  func force(_ name: String) throws {
    try scratch.write("out/" + name, "mine")
    #expect(code { try render("in/jane.png") } == 73)
    #expect(scratch.contents(of: ["out"]) == ["out/" + name: "mine"])
    _ = try render("in/jane.png", force: true)
    #expect(scratch.files("out").count == 3)
    #expect(scratch.text("out/" + name) != "mine")
  }

  @Test("tells what is missing from what is bad, and goes on with the next one")
  func problems() throws {
    try scratch.write("in/text.jpg", "no photo")
    try scratch.write("in/" + String(repeating: "x", count: 240) + ".jpg")
    #expect(code { try render("in/none.jpg") } == 66)
    #expect(code { try render("in/text.jpg") } == 65)
    #expect(code { try render("in/" + String(repeating: "x", count: 240) + ".jpg") } == 65)
    #expect(scratch.files("out") == [])
    #expect(code { try render("in/jane.png") } == 0)
  }

  @Test("does not let one original overwrite what it made of another")
  func sameID() throws {
    try scratch.makeFolder("in/more")
    try Data(photo).write(to: URL(filePath: scratch.absolute("in/more/jane.jpg")))
    #expect(code { try render("in/jane.png", "in/more/jane.jpg") } == 73)
  }

  @Test("of two originals with one id the first one has it, forced or not")
  func sameIDForced() throws {
    try scratch.makeFolder("in/more")
    try Data(photo).write(to: URL(filePath: scratch.absolute("in/more/jane.jpg")))
    let outcomes = try outcomes(["in/jane.png", "in/more/jane.jpg"], force: true)
    #expect(outcomes.map { outcome in code { try outcome.get() } } == [0, 73])
    #expect(scratch.text("out/jane.json")?.contains("\"file\": \"jane.png\"") == true)
  }

  @Test("tells outcomes in the order of the originals, whichever is done first")
  func order() throws {
    let names = (0..<20).map { "in/\($0).png" }
    for name in names where name != "in/3.png" {
      try Data(photo).write(to: URL(filePath: scratch.absolute(name)))
    }
    let outcomes = try outcomes(names)
    #expect(outcomes.map { try? $0.get().manifest.id.text } == (0..<20).map { $0 == 3 ? nil : "\($0)" })
  }

  @Test("tells what it may not read from what is no photo")
  func unreadable() throws {
    #expect(code { try render("in/jane.png/x.png") } == 66)
    let answer = try outcomes(["in"]).first
    guard case .failure(.badData(let text)) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(text.problem.english.contains("a folder"))
    chmod(scratch.absolute("in/jane.png"), 0)
    // To root nothing is forbidden.
    #expect(code { try render("in/jane.png") } == (geteuid() == 0 ? 0 : 77))
  }
}
