internal import Digest
internal import Model

/// An embedded photo on its way from a source into a sink, and what is to be known of it.
final class PhotoIntake {
  /// What came of it.
  enum Outcome {
    /// The digest is there where it was asked for.
    case photo(EmbeddedPhoto, md5: [UInt8]?)
    case refused(Explanation)
    /// Not a byte.
    case nothing
  }

  private enum State {
    case unseen
    case photo(InputFormat)
    case refused(Explanation)
  }

  private let sink: any PhotoSink
  private var coding: PhotoCoding
  private var state = State.unseen
  /// What the sink has not got yet.
  private var waiting: [UInt8] = []
  private var count = 0
  private var md5: MD5?

  private static let portion = 1 << 16

  init(_ sink: any PhotoSink, _ coding: PhotoCoding, withMD5: Bool = false) {
    self.sink = sink
    self.coding = coding
    md5 = withMD5 ? MD5() : nil
    waiting.reserveCapacity(2 * Self.portion)
  }

  func add(_ text: ArraySlice<UInt8>) throws(CommandProblem) {
    if case .refused = state { return }
    do throws(Base64Decoder.Fault) { try coding.decode(text, into: &waiting) } catch {
      state = .refused(error.explanation)
    }
    if waiting.count >= Self.portion { try pass() }
  }

  /// Whether the value goes on in the next line, as quoted-printable has it.
  func goesOn() -> Bool { coding.goesOn() }

  func finish() throws(CommandProblem) -> Outcome {
    do throws(Base64Decoder.Fault) { try coding.finish(into: &waiting) } catch {
      if case .refused = state {} else { state = .refused(error.explanation) }
    }
    try pass()
    switch state {
    case .photo(let format): return .photo(EmbeddedPhoto(bytes: count, format: format), md5: digest())
    case .refused(let why): return .refused(why)
    case .unseen: return .nothing
    }
  }

  private func digest() -> [UInt8]? { md5.take()?.finish() }

  private func pass() throws(CommandProblem) {
    if case .unseen = state, !waiting.isEmpty { try judge() }
    // What is no photo goes no further than its beginning.
    guard case .photo = state else { return waiting = [] }
    count += waiting.count
    waiting.withUnsafeBytes { md5?.add($0) }
    try sink.add(waiting[...])
    waiting.removeAll(keepingCapacity: true)
  }

  /// Only a photo is begun: what is none must not take the place of one that came before.
  private func judge() throws(CommandProblem) {
    do throws(PhotoProblem) {
      state = .photo(try Sniffing.format(beginning: Array(waiting.prefix(1024))))
    } catch { return state = .refused(error.explanation) }
    try sink.begin()
  }
}
