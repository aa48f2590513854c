internal import Glibc

/// What is fuzzed: everything that reads bytes which somebody else wrote.
///
/// Each returns where all is well, be the bytes read or refused, and traps where a promise is broken.
enum Target: String {
  case job, manifest, settings, json, `protocol`, photo, http, `import`, cards, ldif, region

  func run(_ bytes: UnsafeRawBufferPointer) {
    switch self {
    case .job: fuzzJob(Array(bytes))
    case .manifest: fuzzManifest(Array(bytes))
    case .settings: fuzzSettings(Array(bytes))
    case .json: fuzzJSON(Array(bytes))
    case .protocol: fuzzProtocol(Array(bytes))
    case .photo: fuzzPhoto(bytes)
    case .http: fuzzHTTP(Array(bytes))
    case .import: fuzzImport(Array(bytes))
    case .cards: fuzzCards(Array(bytes))
    case .ldif: fuzzLDIF(Array(bytes))
    case .region: fuzzRegion(Array(bytes))
    }
  }

  /// The one that `TONDO_FUZZ` names: one program is built for all.
  static let chosen: Target = {
    let name = getenv("TONDO_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else { fatalError("TONDO_FUZZ names no target: \(name)") }
    return target
  }()
}

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  Target.chosen.run(UnsafeRawBufferPointer(start: start, count: count))
  return 0
}

/// Ends the run with the input that broke a promise.
func hold(_ promise: Bool, _ words: @autoclosure () -> String) {
  if !promise { fatalError(words()) }
}
