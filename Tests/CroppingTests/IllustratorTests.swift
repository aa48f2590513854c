import Files
import Foundation
import Testing
import Workers

@testable import Cropping
@testable import Model

extension CroppingTests {
  /// Placeholders on real pixels, drawn by a real and confined worker.
  @Suite("Drawing") final class IllustratorTests: Sendable {
    private let pool: WorkerPool

    init() throws {
      let program = try #require(WorkerTests.program?.path)
      pool = try WorkerPool(
        executable: Array(program.utf8), argument: "--draw", folder: [UInt8(ascii: "/")], count: 1)
    }

    deinit { pool.stop(within: .zero) }

    // MARK: Drawing

    private func reply(
      _ drawing: Drawing, _ outputs: [Output], in folder: Folder, attributes: Attributes = Attributes()
    ) throws -> RenderReply? {
      let request = RenderRequest(
        .drawing(drawing), attributes: attributes, settings: Settings(),
        outputs: outputs.enumerated().map {
          .init(file: WirePath(folder.path("\($0.offset)")), output: $0.element)
        })
      let root = try Root(opening: Array(folder.path.utf8))
      var files = OpenFiles()
      for index in outputs.indices {
        files.add(try root.making(try #require(BytePath("\(index)")), mode: 0o644))
      }
      guard case .reply(let reply) = pool.render(request, files) else { return nil }
      return reply
    }

    private func drawing(_ text: String, of name: String = "jane") throws -> Drawing {
      let placeholder = try #require(Placeholder(text: text))
      let illustration = placeholder.illustration(of: try #require(AvatarID(name)), under: Placeholder())
      guard case .drawing(let drawing) = illustration else { throw CocoaError(.featureUnsupported) }
      return drawing
    }

    private func pixels(_ text: String, size: Int = 256, _ attributes: Attributes = Attributes()) throws
      -> Pixels
    {
      let folder = try Folder()
      let made = try reply(
        drawing(text), [Output(size: size, format: .png)], in: folder, attributes: attributes)
      #expect(made?.rendering?.warnings == [], "\(String(describing: made))")
      return try decoded(folder.read("0"), .png)
    }

    // MARK: Tests

    @Test("a drawing has exactly the size, in every format", arguments: OutputFormat.allCases)
    func sizes(_ format: OutputFormat) throws {
      let folder = try Folder()
      let outputs = [16, 17, 96, 333, 1024].map { Output(size: $0, format: format) }
      let made = try #require(try reply(drawing(#"{ "from": "Jane Doe" }"#), outputs, in: folder)?.rendering)
      #expect(made.original == nil && made.crop == nil)
      #expect(made.avatars.map(\.size) == outputs.map(\.size))
      for (index, output) in outputs.enumerated() {
        let image = try decoded(folder.read("\(index)"), format.asInput)
        #expect(image.width == output.size && image.height == output.size)
        // Letters and field, however small.
        let (field, ink) = (image[0, 0], image.samples.max() ?? 0)
        #expect(ink > 200 && field.prefix(3).contains { $0 < 190 }, "\(output.size)")
      }
    }

    @Test(
      "letters are in the middle, in every script that the fonts have",
      arguments: [
        "Jane Doe", "q", "j p", "Ångström", "Юлия Ким", "محمد علي", "דוד לוי", "राहुल शर्मा", "สมชาย ใจดี", "W W",
        "i",
      ],
      [16, 64, 512])
    func centred(_ name: String, _ size: Int) throws {
      let image = try pixels(#"{ "from": "\#(name)", "colors": ["black", "white"] }"#, size: size)
      let box = try #require(image.box { $0[0] > 127 })
      let side = Double(size)
      // A pixel cannot be split, or 2 % of the side.
      let slack = max(1, side * 0.02)
      #expect(abs((box.left + box.right) / 2 - side / 2) <= slack, "\(box)")
      #expect(abs((box.top + box.bottom) / 2 - side / 2) <= slack, "\(box)")
      #expect(box.right - box.left < side * 0.7 && box.bottom - box.top < side * 0.7, "\(box)")
      #expect(box.bottom - box.top > side * 0.15, "\(box)")
    }

    @Test("symbols are in the middle and leave an edge free", arguments: Symbol.allCases)
    func symbols(_ symbol: Symbol) throws {
      let image = try pixels(#"{ "symbol": "\#(symbol.rawValue)", "colors": ["black"] }"#)
      let box = try #require(image.box { $0[3] > 127 })
      #expect(abs((box.left + box.right) / 2 - 128) <= 256 * 0.03, "\(box)")
      #expect(abs((box.top + box.bottom) / 2 - 128) <= 256 * 0.03, "\(box)")
      // Inside the circle that may be cut out.
      for y in 0..<256 {
        for x in 0..<256 where image[x, y][3] > 127 {
          let (dx, dy) = (Double(x) + 0.5 - 128, Double(y) + 0.5 - 128)
          #expect((dx * dx + dy * dy).squareRoot() < 118, "\(x), \(y)")
        }
      }
    }

    @Test("each rendering looks different")
    func renderings() throws {
      let looks = try ["monochrome", "hierarchical", "palette", "gradient"].map {
        try pixels(
          #"{ "symbol": "camera", "rendering": "\#($0)", "colors": ["systemRed", "systemBlue", "systemGreen"] }"#
        )
      }
      for (index, look) in looks.enumerated() {
        for other in looks[(index + 1)...] { #expect(look.distance(to: other) > 100) }
      }
      #expect(looks[0].inks(alpha: 255) == [[255, 59, 48]])
      // In one colour, of which the second layer has a half, and the third a quarter.
      #expect(Set(looks[1].alphas).isSuperset(of: [255, 128, 64]))
      #expect(looks[2].inks(alpha: 255) == [[255, 59, 48], [0, 122, 255], [52, 199, 89]])
    }

    @Test("a gradient goes from one corner to the other")
    func gradient() throws {
      let image = try pixels(
        #"{ "initials": "i", "gradient": { "from": "RED", "to": "blue", "start": "topLeading", "end": "bottomTrailing" } }"#
      )
      #expect(image[2, 2][0] > 245 && image[2, 2][2] < 10)
      #expect(image[253, 253][2] > 245 && image[253, 253][0] < 10)
      #expect(abs(Int(image[2, 253][0]) - 127) < 5 && abs(Int(image[253, 2][2]) - 127) < 5)
    }

    @Test("a round one is the same on all sides, and its corners are gone")
    func round() throws {
      let image = try pixels(#"{ "initials": "o", "colors": ["navy", "navy"] }"#, Attributes(shape: .circle))
      #expect(image[0, 0] == [0, 0, 0, 0])
      #expect(image[128, 128] == [0, 0, 128, 255])
      let turned = Pixels(width: 256, height: 256, bands: 4) { x, y in image[y, x] }
      let mirrored = Pixels(width: 256, height: 256, bands: 4) { x, y in image[255 - x, y] }
      // The letter's edge, in the field's own colour, may be rounded otherwise.
      #expect(image.distance(to: turned) <= 2 && image.distance(to: mirrored) <= 2)
    }

    @Test("what is not drawn shows the background, or white in JPEG")
    func backgrounds() throws {
      let star = #"{ "symbol": "star", "colors": ["red"] }"#
      #expect(try pixels(star)[0, 0] == [0, 0, 0, 0])
      let blue = Background.colour(Colour(red: 0, green: 0, blue: 255, written: "blue"))
      #expect(try pixels(star, Attributes(background: blue))[0, 0] == [0, 0, 255])
      let folder = try Folder()
      _ = try reply(drawing(star), [Output(size: 64, format: .jpeg)], in: folder)
      #expect(try decoded(folder.read("0"), .jpeg)[0, 0].allSatisfy { $0 > 250 })
    }

    @Test("the same drawing gives the same bytes")
    func same() throws {
      let (one, two) = (try Folder(), try Folder())
      let outputs = OutputFormat.allCases.map { Output(size: 96, format: $0) }
      _ = try reply(drawing(#"{ "from": "Jane Doe" }"#), outputs, in: one)
      _ = try reply(drawing(#"{ "from": "Zoe" }"#), outputs, in: two)
      _ = try reply(drawing(#"{ "from": "Jane Doe" }"#), outputs, in: two)
      for index in outputs.indices { #expect(try one.read("\(index)") == two.read("\(index)")) }
    }

    @Test("letters that no font has are told, and a person stands in")
    func noFont() throws {
      let folder = try Folder()
      // A letter that nobody has drawn yet: private to whoever uses it.
      let letter = "\u{10FFFD}"
      let made = try #require(
        try reply(
          Drawing(.letters(letter), on: nil, layers: [.init(.plain(.black))]),
          [Output(size: 64, format: .png)], in: folder)?
          .rendering)
      #expect(made.warnings == [.lettersWithoutFont(letter)])
      let person = Drawing(
        .symbol(.person), on: nil, layers: (0..<3).map { _ in .init(.plain(.black)) })
      _ = try reply(person, [Output(size: 64, format: .png)], in: try Folder())
      #expect(try decoded(folder.read("0"), .png).box { $0[3] > 127 } != nil)
    }

    @Test("a worker that draws is given no photo, and one for photos draws nothing")
    func apart() throws {
      let folder = try Folder()
      let photo = RenderRequest(
        try folder.put(Pixels.quarters(width: 8, height: 8).encoded(.png)), [], in: folder)
      var files = OpenFiles()
      files.add(try Descriptor(reading: Array(folder.path("original").utf8)))
      guard case .unable(.workerProtocol) = pool.render(photo, files) else {
        Issue.record("it took the photo")
        return
      }
      let request = RenderRequest(
        .drawing(try drawing("{}")), attributes: Attributes(), settings: Settings(), outputs: [])
      guard case .unable(.workerProtocol) = Bench.shared.reply(to: request) else {
        Issue.record("it drew")
        return
      }
      // Nor could it: the loader is blocked there.
      let svg = try folder.put(Array(Lettering.probe("AB").utf8), "drawing.svg")
      #expect(Bench.shared.reply(to: RenderRequest(svg, [], in: folder)).problem != nil)
    }
  }
}

extension Pixels {
  /// Around the pixels that are meant.
  fileprivate func box(_ isMeant: ([UInt8]) -> Bool) -> Lettering.Box? {
    var box: Lettering.Box?
    for y in 0..<height {
      for x in 0..<width where isMeant(self[x, y]) {
        let (left, top) = (Double(x), Double(y))
        guard let before = box else {
          box = .init(left: left, top: top, right: left + 1, bottom: top + 1)
          continue
        }
        box = .init(
          left: min(before.left, left), top: min(before.top, top), right: max(before.right, left + 1),
          bottom: max(before.bottom, top + 1))
      }
    }
    return box
  }

  /// The colours that many pixels of this alpha have.
  fileprivate func inks(alpha: UInt8) -> Set<[UInt8]> {
    var counts: [[UInt8]: Int] = [:]
    for y in 0..<height {
      for x in 0..<width where self[x, y][3] == alpha { counts[Array(self[x, y].prefix(3)), default: 0] += 1 }
    }
    return Set(counts.filter { $0.value > 20 }.keys)
  }

  /// What of alpha many pixels have.
  fileprivate var alphas: [UInt8] {
    var counts = [Int](repeating: 0, count: 256)
    for index in stride(from: 3, to: samples.count, by: 4) { counts[Int(samples[index])] += 1 }
    return counts.indices.filter { counts[$0] > 20 }.map { UInt8($0) }
  }
}
