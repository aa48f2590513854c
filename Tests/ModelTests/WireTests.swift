import Testing

@testable import Model

@Suite struct WireTests {
  private func goesThrough<Value: Codable & Equatable>(_ value: Value) throws {
    let line = try Wire.line(value)
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(try Wire.value(Value.self, from: line) == value)
  }

  @Test func requestsGoThrough() throws {
    var dice = Dice(seed: 30)
    for _ in 0..<300 { try goesThrough(dice.request()) }
  }

  @Test func repliesGoThrough() throws {
    var dice = Dice(seed: 31)
    for _ in 0..<300 { try goesThrough(dice.reply()) }
  }

  @Test func everyProblemAndWarningGoesThrough() throws {
    for problem in Dice.problems { try goesThrough(RenderReply.refused(problem)) }
    for problem in Dice.nodeProblems { try goesThrough(RenderReply.unable(problem)) }
    var dice = Dice(seed: 32)
    for warning in dice.warnings() { try goesThrough(warning) }
  }

  @Test(
    "a path's bytes go through, whatever they are",
    arguments: [[], [0x61], [0xFF, 0x2F], [0xC3, 0xA9]] as [[UInt8]])
  func paths(_ bytes: [UInt8]) throws { try goesThrough(WirePath(bytes)) }
}

extension Dice {
  static let problems: [PhotoProblem] = [
    .empty, .truncated(.verbatim("line 7")), .unreadable(number: 13), .notAPhoto(looksLike: nil),
    .notAPhoto(looksLike: Message("looks.pdf")),
    .damaged(format: .jpeg, .verbatim("\n")), .unsupported(format: .heif, .verbatim("é")),
    .tooManyBytes(2, limit: 1),
    .tooManyPixels(PixelSize(width: 3, height: 4), limit: 11),
    .tooLong(PixelSize(width: 3, height: 4), limit: 3),
    .tooMuchMemory(limit: 1 << 30), .tooSlow(seconds: 0.1),
    .workerDied(signal: Message("death.signal.11"), attempts: 3),
    .changedMeanwhile,
    .budgetMissed(file: "a-96.jpg", maxBytes: 10, smallest: 11),
  ]

  static let nodeProblems: [NodeProblem] = [
    .system(doing: .rename(from: "c"), path: "a/b", number: 28),
    .workerProtocol(Message("protocol.version", ["version": 2])), .workerMissing(.verbatim("tondo-worker")),
  ]

  private mutating func exactSquare() -> Square { Square(x: finite(), y: finite(), side: number(0.01...1e6)) }

  mutating func warnings() -> [PhotoWarning] {
    [
      .moved(asked: exactSquare(), used: exactSquare()), .enlarged(crop: 1, size: integer(2...4096)),
      .profileDropped(.verbatim(text())), .harmless(Message("detail.box", ["place": integer(0...99)])),
      .firstFrameOnly(frames: 2), .baseImageOfHDR,
      .lettersWithoutFont("王"),
    ]
  }

  private mutating func wirePath() -> WirePath { WirePath(list(0...12) { UInt8($0.integer(0...255)) }) }

  mutating func output() -> Output {
    Output(
      size: integer(1...4096), format: one(of: OutputFormat.allCases),
      quality: perhaps { $0.integer(1...100) },
      maxBytes: perhaps { $0.integer(1...1 << 30) })
  }

  private mutating func settings() -> Settings {
    var settings = Settings()
    settings.placement = one(of: DefaultPlacement.allCases)
    settings.enlarge = coin()
    settings.limits.seconds = number(0.1...3600)
    settings.background = background()
    return settings
  }

  private mutating func subject() -> RenderRequest.Subject {
    guard let id = AvatarID("jane"), coin(),
      case .drawing(let drawing) = placeholder().illustration(of: id, under: Placeholder())
    else { return .photo(wirePath()) }
    return .drawing(drawing)
  }

  mutating func request() -> RenderRequest {
    RenderRequest(
      subject(), known: list(0...2) { $0.digest() }, attributes: attributes(),
      settings: settings(),
      outputs: list(0...4) { RenderRequest.Target(file: $0.wirePath(), output: $0.output()) })
  }

  mutating func reply() -> RenderReply {
    switch integer(0...3) {
    case 0: .same(sha256: digest())
    case 1: .refused(one(of: Self.problems))
    case 2: .unable(one(of: Self.nodeProblems))
    default: .rendered(rendering())
    }
  }

  private mutating func rendering() -> Rendering {
    Rendering(
      original: facts(), attributes: attributes(), crop: square(),
      avatars: list(0...3) {
        Rendering.Made(size: $0.integer(1...4096), bytes: $0.integer(1...1 << 30), sha256: $0.digest())
      },
      warnings: coin() ? [] : warnings())
  }
}
