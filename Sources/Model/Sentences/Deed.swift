/// What a system call that failed was to do; mostly to something that has a path.
package enum Deed: Hashable, Sendable, Codable {
  // Files.
  case open, read, write, lookAt, list, lock, use, empty, remove
  case writeInto, writeToDisk, makeFolder, makeMemoryFile, setMode, setTimes
  case rename(from: String)
  case swap(with: String)
  case giveUpGroups, actAsGroup, actAsOwner
  /// Results go to standard output.
  case writeResults
  // The ledger.
  case openLedger, readLedger, writeLedger, useLedger
  // Workers.
  case makeChannel, makeEvent, startWorker
  // Watching.
  case startThread, startWatching, takeEvents, watchFolder, findDescriptor, prepareDescriptor, makeEventfd

  /// What could not be done, and why; `number` is errno.
  package func failure(_ path: String = "", number: Int32) -> Message {
    Message("deed.failure", ["deed": message(path), "reason": systemText(number)])
  }

  private func message(_ path: String) -> Message {
    switch self {
    case .rename(let from): Message("deed.rename", ["from": from, "path": path])
    case .swap(let other): Message("deed.swap", ["other": other, "path": path])
    default: Message("deed.\(self)", ["path": path])
    }
  }
}
