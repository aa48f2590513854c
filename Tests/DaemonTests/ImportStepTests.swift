import Files
import Importing
import Ledger
import Model
import Testing

@testable import Daemon

/// What an import does for a row, by what was imported last and what is there.
@Suite("An import hands over") struct ImportStepTests {
  private static let seen = FileSignature(inode: 1, size: 10, modified: 1, changed: 1)
  private static let touched = FileSignature(inode: 1, size: 10, modified: 2, changed: 2)
  private static let star = Attributes(placeholder: .init(.symbol(.star)))
  private static let circle = Attributes(placement: .relative(scale: 2, position: .centre), shape: .circle)

  /// A photo is a letter: its digest, and by it its bytes; with none, a placeholder is shown.
  private static func kept(_ photo: String, _ attributes: Attributes, quarter: Bool = false) throws
    -> KeptPhoto
  {
    var attributes = attributes
    attributes.placement = attributes.placement ?? .centre
    if quarter { attributes.rotation = .quarter }
    let size = quarter ? PixelSize(width: 40, height: 30) : PixelSize(width: 30, height: 40)
    let facts = OriginalFacts(sha256: photo, bytes: bytes(photo), format: .jpeg, size: size)
    let manifest = Manifest(
      id: try #require(AvatarID("jane")), attributes: attributes,
      account: .init(
        original: photo.isEmpty ? nil : .init(file: "originals/jane.jpg", facts: facts), crop: nil,
        avatars: [],
        warnings: [],
        made: "",
        processed: ""))
    return try #require(KeptPhoto(manifest))
  }

  /// `A` and `a` have the same number of bytes.
  private static func bytes(_ photo: String) -> Int { Int(photo.lowercased().utf8.first ?? 0) }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var photo: String?
    var source = ImportStepTests.seen
    var placing = Row.Placing.unsaid
    var known: ImportMemory.Known?
    var kept: (photo: String, attributes: Attributes)?
    var step: ImportStep?
    /// Whether the photo may be read to find out.
    var mayRead = true
  }

  private static func known(
    _ photo: String?, _ placing: Row.Placing = .unsaid, _ source: FileSignature = seen
  )
    -> ImportMemory.Known
  {
    .init(sha256: photo, placing: placing.mark, source: source)
  }

  static let cases = [
    Case(testDescription: "the photo of a new id, unread", photo: "a", step: .photo, mayRead: false),
    Case(testDescription: "no attributes for nobody", placing: .attributes(circle), step: nil),
    Case(
      testDescription: "no attributes for a placeholder alone", placing: .attributes(circle), kept: ("", star)
    ),
    Case(testDescription: "a placeholder for nobody yet", placing: .attributes(star), step: .placing),
    Case(
      testDescription: "no placeholder that is there", placing: .attributes(star), kept: ("", star),
      step: .nothing),
    Case(
      testDescription: "a placeholder that is to be another", placing: .attributes(star),
      kept: ("", Attributes(placeholder: .init(.symbol(.heart)))), step: .placing),
    Case(
      testDescription: "a photo in a placeholder's place", photo: "a", kept: ("", star), step: .photo),
    Case(
      testDescription: "nothing that was imported from the same file, unread", photo: "a", known: known("a"),
      kept: ("a", circle), step: .nothing, mayRead: false),
    Case(
      testDescription: "nothing over a photo that came after it", photo: "a", known: known("a"),
      kept: ("b", Attributes()), step: .nothing, mayRead: false),
    Case(
      testDescription: "nothing over an edit that came after it", photo: "a", placing: .attributes(circle),
      known: known("a", .attributes(circle)), kept: ("a", Attributes()), step: .nothing, mayRead: false),
    Case(
      testDescription: "nothing from a file that was only touched", photo: "a", source: touched,
      known: known("a"),
      kept: ("a", circle), step: .nothing),
    Case(
      testDescription: "a photo that is another than last time, though as long", photo: "A", source: touched,
      known: known("a"), kept: ("a", circle), step: .photo),
    Case(
      testDescription: "attributes that are others than last time, and the photo stays", photo: "a",
      placing: .attributes(circle), known: known("a"), kept: ("b", Attributes()), step: .placing,
      mayRead: false),
    Case(
      testDescription: "nothing where a person has set the new attributes already", photo: "a",
      placing: .attributes(circle), known: known("a"), kept: ("a", circle), step: .nothing, mayRead: false),
    Case(
      testDescription: "the photo of an id that was removed, though it is remembered", photo: "a",
      known: known("a"), step: .photo, mayRead: false),
    Case(
      testDescription: "without memory: nothing where the manifest tells of the same", photo: "a",
      placing: .attributes(circle), kept: ("a", circle), step: .nothing),
    Case(
      testDescription: "without memory: a photo of another length, unread", photo: "a",
      kept: ("b", Attributes()),
      step: .photo, mayRead: false),
    Case(
      testDescription: "without memory: a photo of the same length and other bytes", photo: "A",
      kept: ("a", Attributes()), step: .photo),
    Case(
      testDescription: "without memory: attributes alone where the photo is there", photo: "a",
      placing: .attributes(circle), kept: ("a", Attributes()), step: .placing),
    Case(
      testDescription: "nothing where the settings have placed what the row does not", photo: "a",
      placing: .attributes(Attributes(shape: .circle)), kept: ("a", circle), step: .nothing),
    Case(
      testDescription: "attributes for a photo that is there", placing: .attributes(circle),
      kept: ("a", Attributes()), step: .placing, mayRead: false),
    Case(
      testDescription: "no attributes that are there", placing: .attributes(circle), kept: ("a", circle),
      step: .nothing, mayRead: false),
    Case(
      testDescription: "a card's crop", photo: "a", placing: .clip(.init(x: 1, y: 2, width: 8, height: 8)),
      kept: ("a", circle), step: .placing),
    Case(
      testDescription: "no card's crop that is there, counted from the top", photo: "a",
      placing: .clip(.init(x: 1, y: 2, width: 8, height: 8)),
      kept: ("a", Attributes(placement: .crop(.rectangle(x: 1, y: 30, width: 8, height: 8)))), step: .nothing),
  ]

  @Test("a placeholder for nobody's photo, once, and the photo when it comes") func placeholder() throws {
    let asked = Attributes(placeholder: Placeholder(.initials("JD")))
    let manifest = Manifest(
      id: try #require(AvatarID("jane")), attributes: asked,
      account: .init(original: nil, crop: nil, avatars: [], warnings: [], made: "", processed: ""))
    let kept = try #require(KeptPhoto(manifest))
    func step(_ photo: String?, _ placing: Row.Placing, isThere: Bool) -> ImportStep? {
      let photo = photo.map { ImportOffer.Photo(bytes: Self.bytes($0), source: .none) }
      return importStep(
        ImportOffer(photo: photo, placing: placing), known: nil, isThere: isThere, kept: { kept },
        sha256: { "a" })
    }
    #expect(step(nil, .attributes(asked), isThere: false) == .placing)
    #expect(step(nil, .attributes(asked), isThere: true) == .nothing)
    #expect(step(nil, .attributes(Attributes(placeholder: Placeholder())), isThere: true) == .placing)
    #expect(step(nil, .attributes(Self.circle), isThere: true) == nil)
    #expect(step("a", .unsaid, isThere: true) == .photo)
    #expect(step("a", .attributes(asked), isThere: false) == .photo)
  }

  @Test(arguments: cases) func what(_ given: Case) throws {
    let offer = ImportOffer(
      photo: given.photo.map { .init(bytes: Self.bytes($0), source: given.source) }, placing: given.placing)
    let step = try importStep(
      offer, known: given.known, isThere: given.kept != nil,
      kept: { try given.kept.map { try Self.kept($0.photo, $0.attributes) } },
      sha256: {
        #expect(given.mayRead)
        return given.photo ?? ""
      })
    #expect(step == given.step)
  }

  @Test("a photo that came inside a document by its digest alone") func enclosed() throws {
    let offer = ImportOffer(photo: .init(bytes: Self.bytes("a"), source: .none), placing: .unsaid)
    let known = Self.known("b", .unsaid, .none)
    let step = try importStep(
      offer, known: known, isThere: true, kept: { try Self.kept("b", Attributes()) }, sha256: { "a" })
    #expect(step == .photo)
  }

  @Test("a card's crop by the photo's own height, on whichever side it lies now") func turned() throws {
    #expect(try Self.kept("a", Attributes()).rows == 40)
    #expect(try Self.kept("a", Attributes(), quarter: true).rows == 40)
  }
}
