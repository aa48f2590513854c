import Foundation
import Testing

@testable import Model

/// What editors know of documents is what the program knows.
@Suite struct SchemaTests {
  private static let head = ["$schema", "version"]

  @Test func `every key that is read is in the schema, and no other`() throws {
    let (job, manifest) = (try Schemas.schema(.job), try Schemas.schema(.manifest))
    let (settings, attributes) = (try Schemas.schema(.settings), try Schemas.schema(.attributes))
    let definitions = try #require(attributes["$defs"])
    let output = settings["properties", "outputs", "oneOf"]?.elements.last?["items"]
    let crops = definitions["crop", "oneOf"]?.elements.flatMap { $0["properties"]?.keys ?? [] }
    let wanted: [(JSONValue?, [String])] = [
      (job, Self.head + Job.keys), (manifest, Self.head + Manifest.keys),
      (settings, Self.head + Settings.keys), (attributes, Attributes.keys),
      (definitions["position"], Position.keys), (definitions["viewport"], Viewport.keys),
      (definitions["placeholder"], Placeholder.keys), (definitions["gradient"], Placeholder.Gradient.keys),
      (output, Output.keys), (settings["properties", "limits"], Limits.keys),
      (settings["properties", "http"], WebSettings.keys),
    ]
    for (schema, keys) in wanted {
      let schema = try #require(schema)
      #expect(Set(schema["properties"]?.keys ?? []) == Set(keys))
      #expect(schema["additionalProperties"] == JSONValue(.boolean(false)))
    }
    #expect(Set(crops ?? []) == Set(CropRectangle.keys))
  }

  @Test func `every word that is known is in the schema, and no other`() throws {
    let settings = try #require(try Schemas.schema(.settings)["properties"])
    let definitions = try #require(try Schemas.schema(.attributes)["$defs"])
    let output = settings["outputs", "oneOf"]?.elements.last?["items", "properties"]
    let placeholder = definitions["placeholder", "properties"]
    let backgrounds = Tint.names.filter {
      Schemas.Kind.attributes.problem(bytes("{ \"background\": \"\($0)\" }")) == nil
    }
    let wanted: [(JSONValue?, [String])] = [
      (definitions["shape"], Shape.allCases.map(\.rawValue)),
      (settings["placement"], DefaultPlacement.allCases.map(\.rawValue)),
      (settings["lang"], Language.all.map(\.code)),
      (settings["outputs", "oneOf"]?.elements.first, BuiltInList.allCases.map(\.rawValue)),
      (output?["format"], OutputFormat.allCases.map(\.rawValue)),
      (placeholder?["symbol"], Symbol.allCases.map(\.rawValue)),
      (placeholder?["rendering"], Placeholder.Mode.allCases.map(\.rawValue)),
      (placeholder?["appearance"], Appearance.allCases.map(\.rawValue)),
      (definitions["gradient", "properties", "start"], UnitPoint.allCases.map(\.rawValue)),
      (definitions["gradient", "properties", "end"], UnitPoint.allCases.map(\.rawValue)),
      (definitions["background", "anyOf"]?.elements.first, backgrounds),
      (definitions["colour", "anyOf"]?.elements.first, ["clear"] + Tint.names),
    ]
    let degrees = definitions["rotation", "enum"]?.elements ?? []
    #expect(degrees == Rotation.allCases.map { JSONValue($0.rawValue) })
    for (schema, words) in wanted { #expect(Set(try #require(schema).words) == Set(words)) }
    let formats = try Schemas.schema(.manifest)["properties", "original", "properties", "format"]?.words
    #expect(Set(formats ?? []) == Set(InputFormat.allCases.map(\.rawValue)))
  }

  /// Where # is a number, and the least and the greatest that it may be.
  private static let ranges: [(Schemas.Kind, String, Double, Double)] = [
    (.job, #"{ "scale": # }"#, 0.1, 100), (.job, #"{ "position": { "x": # } }"#, -1e6, 1e6),
    (.job, #"{ "offset": { "y": # } }"#, -1e6, 1e6),
    (.job, #"{ "xWidth": #, "viewport": { "width": 9, "height": 9, "inset": 1 } }"#, -1e6, 1e6),
    (.job, #"{ "viewport": { "width": #, "height": 1e6, "inset": 0 } }"#, 0.01, 1e6),
    (.job, #"{ "viewport": { "width": 1e6, "height": #, "inset": 0 } }"#, 0.01, 1e6),
    (.job, #"{ "crop": { "x": #, "y": 0, "size": 1 } }"#, -1e6, 1e6),
    (.job, #"{ "crop": { "x": 0, "y": #, "width": 1, "height": 1 } }"#, -1e6, 1e6),
    (.job, #"{ "crop": { "x": 0, "y": 0, "size": # } }"#, 0.01, 1e6),
    (.job, #"{ "crop": { "x": 0, "y": 0, "width": 1, "height": # } }"#, 0.01, 1e6),
    (.manifest, #"{ "attributes": { "scale": # } }"#, 0.1, 100), (.job, #"{ "version": # }"#, 1, 1),
    (.settings, #"{ "outputs": [{ "size": #, "format": "png" }] }"#, 1, 4096),
    (.settings, #"{ "outputs": [{ "size": 9, "format": "jpeg", "quality": # }] }"#, 1, 100),
    (.settings, #"{ "outputs": [{ "size": 9, "format": "jpeg", "maxBytes": # }] }"#, 1, 1_073_741_824),
    (.settings, #"{ "workers": # }"#, 0, 256), (.settings, #"{ "settle": # }"#, 0, 3600),
    (.settings, #"{ "retries": # }"#, 0, 100), (.settings, #"{ "keepReplaced": # }"#, 0, 1000),
    (.settings, #"{ "rescan": # }"#, 1, 31_536_000),
    (.settings, #"{ "http": { "maximumScale": # } }"#, 1, 100),
    (.settings, #"{ "limits": { "bytes": # } }"#, 1, 1_099_511_627_776),
    (.settings, #"{ "limits": { "pixels": # } }"#, 1, 1e10),
    (.settings, #"{ "limits": { "side": # } }"#, 1, 1e6),
    (.settings, #"{ "limits": { "seconds": # } }"#, 0.1, 3600),
    (.settings, #"{ "limits": { "memory": # } }"#, 67_108_864, 1_099_511_627_776),
  ]

  @Test func `every number has the same range in the schema and in the code`() throws {
    let probes = Self.ranges.flatMap { kind, text, least, most in
      // A little less than the least is no whole number where those alone are good: it is refused all the same.
      [(least, true), (most, true), (least - 1e-3, false), (most + 1, false), (least.nextDown, false)].map {
        (kind: kind, text: text.replacing("#", with: numberText($0.0)), isGood: $0.1)
      }
    }
    let judged = try Schemas.judged(probes.map { ($0.kind, $0.text) })
    for (probe, word) in zip(probes, judged) {
      #expect((word == nil) == probe.isGood, "\(probe.text): the schema says \(word ?? "good")")
      #expect((probe.kind.problem(bytes(probe.text)) == nil) == probe.isGood, "\(probe.text) in the code")
    }
  }

  private static let bad: [(Schemas.Kind, String)] = [
    (.job, #"{ "scael": 1 }"#), (.job, "[]"), (.job, "5"), (.job, #"{ "scale": "1" }"#),
    (.job, #"{ "scale": null }"#),
    (.job, #"{ "scale": 1, "crop": { "x": 1, "y": 1, "size": 1 } }"#),
    (.job, #"{ "crop": { "x": 1, "y": 1 } }"#),
    (.job, #"{ "crop": { "x": 1, "y": 1, "size": 1, "width": 1 } }"#), (.job, #"{ "crop": { "size": 1 } }"#),
    (.job, #"{ "position": {}, "offset": {} }"#), (.job, #"{ "xWidth": 1 }"#),
    (.job, #"{ "xWidth": 1, "position": {}, "viewport": { "width": 90, "height": 90 } }"#),
    (.job, #"{ "viewport": { "width": 90 } }"#), (.job, #"{ "rotation": 45 }"#),
    (.job, #"{ "shape": "cirle" }"#),
    (.job, ##"{ "background": "#12345" }"##), (.job, #"{ "background": "redd" }"#),
    (.job, #"{ "background": "clear" }"#),
    (.job, ##"{ "background": "#12345678" }"##), (.job, #"{ "background": "separator" }"#),
    (.job, #"{ "original": "../jane.jpg" }"#), (.job, #"{ "original": "/jane.jpg" }"#),
    (.job, #"{ "original": "" }"#),
    (.job, #"{ "remove": true, "scale": 1 }"#), (.job, #"{ "remove": 1 }"#), (.job, #"{ "version": 2 }"#),
    (.job, #"{ "placeholder": { "initials": "a", "symbol": "star" } }"#),
    (.job, #"{ "placeholder": { "symbol": "moon" } }"#),
    (.job, #"{ "placeholder": { "colors": [] } }"#),
    (.job, #"{ "placeholder": { "rendering": "palette", "gradient": { "from": "red", "to": "blue" } } }"#),
    (.job, #"{ "placeholder": { "gradient": { "from": "red" } } }"#),
    (.manifest, #"{ "attributes": { "scale": 0 } }"#), (.manifest, #"{ "attributes": { "xWidth": 1 } }"#),
    (.manifest, #"{ "scale": 1 }"#), (.manifest, #"{ "attributes": [] }"#),
    (.settings, #"{ "outputs": [] }"#), (.settings, #"{ "outputs": "small" }"#),
    (.settings, #"{ "outputs": [{ "size": 9 }] }"#),
    (.settings, #"{ "outputs": [{ "size": 9.5, "format": "png" }] }"#),
    (.settings, #"{ "outputs": [{ "size": 9, "format": "jpg" }] }"#), (.settings, #"{ "rescan": 0.5 }"#),
    (.settings, #"{ "lang": "de" }"#), (.settings, #"{ "enlarge": "yes" }"#),
    (.settings, #"{ "placement": "centre" }"#),
    (.settings, #"{ "http": { "listen": "0.0.0.0:80" } }"#), (.settings, #"{ "http": { "listen": "80" } }"#),
    (.settings, #"{ "http": { "token": "short" } }"#),
    (.settings, #"{ "http": { "origins": ["photos.example.org"] } }"#),
    (.settings, #"{ "limits": { "byte": 1 } }"#),
  ]

  @Test func `what the code refuses for its form, the schema refuses`() throws {
    for ((kind, text), word) in zip(Self.bad, try Schemas.judged(Self.bad)) {
      #expect(kind.problem(bytes(text)) != nil, "\(text) in the code")
      #expect(word != nil, "\(text) by the schema")
    }
  }

  @Test func `the examples are good by the schema that they name`() throws {
    let examples = Schemas.checkout.appending(path: "Examples")
    let names = FileManager.default.enumerator(atPath: examples.path)?.compactMap { $0 as? String } ?? []
    let documents = names.filter { $0.hasSuffix(".job.json") || $0 == "tondo.json" }
    #expect(documents.count > 10)
    var judged: [(Schemas.Kind, String)] = []
    for name in documents {
      let url = examples.appending(path: name)
      let value = try JSONValue(reading: Array(Data(contentsOf: url)))
      guard case .string(let schema) = value["$schema"]?.content else {
        Issue.record("\(name) names no schema")
        continue
      }
      let kind: Schemas.Kind = name == "tondo.json" ? .settings : .job
      let named = url.deletingLastPathComponent().appending(path: schema).standardizedFileURL
      #expect(named.path == Schemas.folder.appending(path: "\(kind.rawValue).schema.json").path)
      judged.append((kind, value.line))
    }
    #expect(try Schemas.judged(judged).compactMap { $0 } == [])
  }

  @Test func `what other tests take for good is good by the schema`() throws {
    let jobs = try MutationTests.jobs.map { (Schemas.Kind.job, try JSONValue(reading: bytes($0)).line) }
    let settings = try MutationTests.settings.map {
      (Schemas.Kind.settings, try JSONValue(reading: bytes($0)).line)
    }
    let manifest = (Schemas.Kind.manifest, try JSONValue(reading: bytes(ManifestTests.text)).line)
    #expect(try Schemas.judged(jobs + settings + [manifest]).compactMap { $0 } == [])
  }

  /// What a schema cannot tell: how numbers go together, and what letters and paths are.
  private static func isBeyondSchemas(_ problem: DocumentProblem) -> Bool {
    switch problem.fault {
    case .outOfRange: problem.keyPath.hasSuffix("inset")
    case .notAColour(let text, _), .colourWithAlpha(let text):
      text != text.lowercased() && !text.hasPrefix("#")
    case .notInitials, .noInitials, .unseenCharacter, .textTooLong, .notAPlainPath, .nameTooLong,
      .outsideInbox,
      .sameFile, .wrongForm, .tooDeep:
      true
    default: false
    }
  }

  @Test func `on documents by chance, schema and code agree`() throws {
    var dice = Dice(seed: 70)
    let documents = try (0..<3000).map { _ in try dice.document() }
    let judged = try Schemas.judged(documents)
    var (good, refused) = (0, 0)
    for (document, word) in zip(documents, judged) {
      let problem = document.kind.problem(bytes(document.text))
      if let problem, word == nil {
        if !Self.isBeyondSchemas(problem) { Issue.record("\(document.text): only the code finds \(problem)") }
      } else if problem == nil, let word {
        Issue.record("\(document.text): only the schema finds \(word)")
      }
      good += problem == nil && word == nil ? 1 : 0
      refused += problem != nil && word != nil ? 1 : 0
    }
    #expect(good > 500 && refused > 500, "\(good) good, \(refused) refused")
  }
}

extension Dice {
  private static let keys = Set(
    Job.keys + Settings.keys + Placeholder.keys + Viewport.keys + CropRectangle.keys
  )
  .sorted()

  /// A good document with one piece of damage at most.
  fileprivate mutating func document() throws -> (kind: Schemas.Kind, text: String) {
    let settings = try JSONValue(reading: bytes(one(of: MutationTests.settings)))
    var (kind, value) = coin() ? (Schemas.Kind.job, attributes().json) : (.settings, settings)
    if coin() { damage(&value) }
    if kind == .job, coin() {
      (kind, value) = (.manifest, ["attributes": value])
    }
    return (kind, value.line)
  }

  private mutating func damage(_ value: inout JSONValue) {
    switch value.content {
    case .object(var members) where !members.isEmpty && integer(0...3) > 0:
      let index = integer(0...members.count - 1)
      damage(&members[index].value)
      value = JSONValue(.object(members))
    case .array(var elements) where !elements.isEmpty && coin():
      damage(&elements[0])
      value = JSONValue(.array(elements))
    case .object(var members):
      alter(&members)
      value = JSONValue(.object(members))
    case .number(let number) where coin(): value = JSONValue(number * one(of: [-1, 0, 1e3, 1e9]))
    default: value = json(depth: 1)
    }
  }

  private mutating func alter(_ members: inout [JSONMember]) {
    if coin(), !members.isEmpty { members.remove(at: integer(0...members.count - 1)) }
    let key = one(of: Self.keys)
    guard coin(), !members.contains(where: { $0.key == key }) else { return }
    let (one, half) = (JSONValue(1), JSONValue(0.5))
    let values: [JSONValue] = [
      one, half, "circle", "red", [], [:], ["x": one, "y": half],
      ["width": JSONValue(90), "height": JSONValue(90)],
    ]
    members.append(JSONMember(key, self.one(of: values)))
  }
}
