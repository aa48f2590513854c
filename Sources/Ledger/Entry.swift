package import Model

/// Where an id stands.
package enum AvatarState: Int, Hashable, Sendable, CaseIterable {
  /// Published; nothing to do.
  case ready = 0
  case queued = 1
  /// Claimed by somebody.
  case processing = 2
  /// Set aside until something changes.
  case failed = 3
}

/// What is done first: what a person waits for comes before what heals by itself.
package enum Priority: Int, Hashable, Sendable, CaseIterable, Comparable {
  case arrival = 0
  case edit = 1
  case heal = 2
  case backfill = 3

  package static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

/// All that the ledger knows about an id.
package struct Entry: Hashable, Sendable {
  package var id: AvatarID
  package var state: AvatarState
  package var priority: Priority
  /// Another number after each `put`; later ones are larger.
  package var generation: Int
  /// Tries on a worker since the last `put` or success.
  package var attempts: Int
  /// What was published last; nil where nothing ever was.
  package var record: Record?
  /// Why it failed; nil unless it did.
  package var problem: Explanation?
  /// The `made` digest that failed, so that the same is not tried again.
  package var failedMade: String?

  package init(
    id: AvatarID, state: AvatarState, priority: Priority, generation: Int, attempts: Int,
    record: Record? = nil,
    problem: Explanation? = nil, failedMade: String? = nil
  ) {
    self.id = id
    self.state = state
    self.priority = priority
    self.generation = generation
    self.attempts = attempts
    self.record = record
    self.problem = problem
    self.failedMade = failedMade
  }
}

/// The right to settle one queued id; ends with `publish`, `finish`, `handBack` or `setAside`.
package struct Claim: Hashable, Sendable {
  package let id: AvatarID
  /// The entry's generation when it was claimed.
  package let generation: Int
  /// Tries on a worker before this claim.
  package let attempts: Int
  package let priority: Priority
}

/// What became of a claim.
package enum Settlement: Hashable, Sendable {
  /// As the verb says.
  case settled
  /// The id was put again meanwhile: it is queued.
  case queuedAgain
  /// The id was forgotten meanwhile, or the claim was settled before: nothing was changed.
  case void
}

/// A file that waits in the inbox: it settles, can't be read yet, or is a job without its original.
package struct Held: Hashable, Sendable {
  /// Below the root.
  package var path: BytePath
  package var id: AvatarID?
  package var reason: Explanation
  /// Seconds since 1970.
  package var since: Int

  package init(path: BytePath, id: AvatarID?, reason: Explanation, since: Int) {
    self.path = path
    self.id = id
    self.reason = reason
    self.since = since
  }
}

/// A file in `failed/`.
package struct FailedFile: Hashable, Sendable {
  /// Below the root.
  package var path: BytePath
  package var attempts: Int
  package var problem: Explanation

  package init(path: BytePath, attempts: Int, problem: Explanation) {
    self.path = path
    self.attempts = attempts
    self.problem = problem
  }
}
