internal import Model

/// A binary heap, the oldest first; equal ages by path, so that the order is always the same.
struct AgeQueue: Sendable {
  struct Entry: Sendable {
    var since: Settler.Instant
    var path: BytePath

    static func < (left: Entry, right: Entry) -> Bool {
      left.since == right.since ? left.path < right.path : left.since < right.since
    }
  }

  private var entries: [Entry] = []

  init() {}

  init(_ entries: [Entry]) {
    // A sorted array is a heap.
    self.entries = entries.sorted { $0 < $1 }
  }

  var count: Int { entries.count }
  var first: Entry? { entries.first }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0, entries[child] < entries[(child - 1) / 2] {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var parent = 0
    while let child = smallerChild(of: parent), entries[child] < entries[parent] {
      entries.swapAt(child, parent)
      parent = child
    }
  }

  private func smallerChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < entries.count else { return nil }
    return left + 1 < entries.count && entries[left + 1] < entries[left] ? left + 1 : left
  }
}
