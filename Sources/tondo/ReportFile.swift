internal import Foundation
internal import Model
internal import Synchronization

/// A file of lines, written a piece at a time.
final class ReportFile: Sendable {
  private let path: String
  private let file: FileHandle
  private let state = Mutex(State())

  private struct State {
    var waiting = Data()
    var failure: Int32?
  }

  private static let portion = 1 << 16

  /// Never in the place of a source, which is only read.
  init(_ path: String, besides sources: [[UInt8]]) throws(CommandProblem) {
    self.path = path
    guard !sources.contains(where: { Self.isOne($0, Array(path.utf8)) }) else {
      throw .usage(Message("usage.report", ["path": escaped(path.utf8)]))
    }
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      throw .node(.system(doing: .write, path: path, number: errno))
    }
    file = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
  }

  /// Whether two paths lead to one file, be it by way of links.
  private static func isOne(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let one = status(one), let other = status(other) else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  private static func status(_ path: [UInt8]) -> stat? {
    var status = stat()
    return stat((path + [0]).map(CChar.init(bitPattern:)), &status) == 0 ? status : nil
  }

  func add(_ line: String) {
    state.withLock { state in
      state.waiting += Data((line + "\n").utf8)
      if state.waiting.count >= Self.portion { write(&state) }
    }
  }

  /// What was added so far can be read now.
  func flush() { state.withLock { write(&$0) } }

  private func write(_ state: inout State) {
    guard state.failure == nil, !state.waiting.isEmpty else { return }
    do { try file.write(contentsOf: state.waiting) } catch {
      let number = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code } ?? nil
      state.failure = Int32(number ?? Int(EIO))
    }
    state.waiting = Data()
  }

  /// Throws where not all of it could be written.
  func close() throws(CommandProblem) {
    flush()
    guard let number = state.withLock({ $0.failure }) else { return }
    throw .node(.system(doing: .write, path: path, number: number))
  }
}
