internal import CTondo.Spawn
internal import Glibc
package import Model

extension WorkerPool {
  /// Throws where there is no worker to start.
  package static func refuseMissing() throws(NodeProblem) {
    let path = executable()
    let isThere = (path + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
      name.baseAddress.map { access($0, X_OK) == 0 } ?? false
    }
    if !isThere { throw .workerMissing(.verbatim(escaped(path))) }
  }

  /// What the program says when it is started with one question.
  package static func ask<Answer: Decodable>(
    _ question: String, of executable: [UInt8] = executable()
  ) throws(NodeProblem) -> Answer {
    let worker = try WorkerProcess(executable, question, in: [UInt8(ascii: "/")])
    let deadline = ContinuousClock.now + .seconds(30)
    let line = line(from: worker.channel, by: deadline)
    worker.end(by: deadline)
    guard let answer = try? Wire.value(Answer.self, from: line) else {
      throw .workerProtocol(
        Message("protocol.answer", ["question": question, "answer": escaped(line.prefix(80))]))
    }
    return answer
  }

  private static func line(from channel: CInt, by deadline: ContinuousClock.Instant) -> [UInt8] {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while line.count < 1 << 20, waitUntilReadable(channel, until: deadline) {
      let count = tondo_receive_now(channel, &piece, piece.count)
      if count <= 0 { break }
      line += piece[..<count]
    }
    return line
  }

  /// The path of a program that lies beside the running one, whether that was started through a link or not.
  package static func executable(beside name: String = "tondo-worker") -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    return own.prefix(through: own.lastIndex(of: UInt8(ascii: "/")) ?? -1) + Array(name.utf8)
  }
}
