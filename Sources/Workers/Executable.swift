internal import Glibc
package import Model

extension WorkerPool {
  /// Throws where there is no worker to start.
  package static func refuseMissing() throws(NodeProblem) {
    let path = executable()
    let isThere = (path + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
      name.baseAddress.map { access($0, X_OK) == 0 } ?? false
    }
    if !isThere { throw .workerMissing(escaped(path)) }
  }

  /// The path of a program that lies beside the running one, whether that was started through a link or not.
  package static func executable(beside name: String = "tondo-worker") -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    return own.prefix(through: own.lastIndex(of: UInt8(ascii: "/")) ?? -1) + Array(name.utf8)
  }
}
