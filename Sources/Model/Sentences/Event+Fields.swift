/// What programs that read the journal find in its entries.
extension Event {
  /// What happened, whatever it happened to.
  ///
  /// The value is the journal's `MESSAGE_ID`: it never changes, and no other kind gets it (`systemd-id128 new` makes one).
  /// `systemd/tondo.catalog` explains each.
  package enum Kind: String, CaseIterable, Sendable {
    case started = "75a8037d4bb4405eb2e540a4fc157ea8"
    case ready = "7ec75774742b466fa41ff1e901a795ac"
    case made = "a358927e48df46e6ae2db461017c785f"
    case decoded = "8a7fc005544947e4bd2fc882b9293ac2"
    case alreadyHad = "354748b23a234425b8ff8256f5afe5f7"
    case setAside = "15b6399b65f243cfafb6232d2020f781"
    case waiting = "f8a8dc517af54db3b24bf09138fbfc1d"
    case notMade = "0a43ac6354294c3b9465631ce34ea341"
    case mended = "ad3dea9ae06247239ee53be412b92198"
    case manifestWritten = "53d8ac4bf6b4429a81bbd920e7905075"
    case jobDone = "82f6d8440a104d8886055f343b28dcd0"
    case bookRead = "024516e7559249ad825470dd0a18bfd7"
    case removed = "85d3f3eb8e4b41e8be4f127e6522c125"
    case renamed = "ecbca7fad12243429ba4418374c7475e"
    case finishedAfterCrash = "48a45bea07d14da8924540fa8a79408c"
    case workerDied = "7da473a25f5b465591e0e193236da285"
    case paused = "41bc28bc45ee41d0869cfac0e03bcb22"
    case resumed = "7a8201f2890944d4bca4ccb3b5689bfb"
    case lost = "352c56c9305041bf925e24d79a30610b"
    case beginsAnew = "8382d9ba61ee476e836918ad7848e1e9"
    case settingsApplied = "8d6318bfe27b4c678dd34982c5b771ca"
    case settingsUnchanged = "815bad4ddf574df4b52be47a46e6e979"
    case settingsChecked = "3917fd72a7ab438499b92844c69669d7"
    case settingsBad = "f991e675a5ae4169ba07c0abf090262c"
    case cannotRead = "e86b2ceabc1c42188b1e6dd9c1df5c69"
    case degraded = "d070d52b499846a79f72c778575a04a5"
    case unconfined = "af84c2e52e7a426d9ba407bf8e197fa1"
    case serving = "15c56279907640239b3a5259dcf2eb27"
    case notServing = "40f13e9b97ca484fa00c039a77caa13f"
    case stopping = "edde7ade06754853b8382dcc56d4cba7"
    case stopped = "181234e778e846fb9021863391b36a93"
  }

  package var kind: Kind {
    switch self {
    case .started: .started
    case .ready: .ready
    case .made: .made
    case .decoded: .decoded
    case .alreadyHad: .alreadyHad
    case .setAside: .setAside
    case .waiting: .waiting
    case .notMade: .notMade
    case .mended: .mended
    case .manifestWritten: .manifestWritten
    case .jobDone: .jobDone
    case .bookRead: .bookRead
    case .removed: .removed
    case .renamed: .renamed
    case .finishedAfterCrash: .finishedAfterCrash
    case .workerDied: .workerDied
    case .paused: .paused
    case .resumed: .resumed
    case .lost: .lost
    case .beginsAnew: .beginsAnew
    case .settingsApplied: .settingsApplied
    case .settingsUnchanged: .settingsUnchanged
    case .settingsChecked: .settingsChecked
    case .settingsBad: .settingsBad
    case .cannotRead: .cannotRead
    case .degraded: .degraded
    case .unconfined: .unconfined
    case .serving: .serving
    case .notServing: .notServing
    case .stopping: .stopping
    case .stopped: .stopped
    }
  }

  /// What it happened to, by the names that fields of the journal have.
  package var subjects: [(name: String, value: String)] {
    switch self {
    case .made(let id, let cause, let milliseconds, _):
      [
        ("TONDO_ID", id.text), ("TONDO_STATE", "ready"), ("TONDO_CAUSE", cause.rawValue),
        ("TONDO_ELAPSED_US", "\(milliseconds * 1000)"),
      ]
    case .decoded(let id, let decoder): [("TONDO_ID", id.text), ("TONDO_DECODER", decoder.rawValue)]
    case .alreadyHad(let path, let id): [("TONDO_ID", id.text), ("TONDO_FILE", path)]
    case .setAside(let path, _): [("TONDO_FILE", path), ("TONDO_STATE", "failed")]
    case .waiting(let path, _): [("TONDO_FILE", path), ("TONDO_STATE", "waiting")]
    case .notMade(let id, _): [("TONDO_ID", id.text), ("TONDO_STATE", "failed")]
    case .mended(let id), .finishedAfterCrash(let id): [("TONDO_ID", id.text), ("TONDO_STATE", "ready")]
    case .manifestWritten(let id, _), .removed(let id): [("TONDO_ID", id.text)]
    case .renamed(let id, let new): [("TONDO_ID", id.text), ("TONDO_NEW_ID", new.text)]
    case .workerDied(let id, _, let attempt): [("TONDO_ID", id.text), ("TONDO_ATTEMPT", "\(attempt)")]
    case .jobDone(let path), .cannotRead(let path, _), .bookRead(let path, _, _, _, _): [("TONDO_FILE", path)]
    case .lost(let folder), .degraded(let folder, _): [("TONDO_FILE", folder)]
    case .started, .ready, .paused, .resumed, .beginsAnew, .settingsApplied, .settingsUnchanged,
      .settingsChecked, .settingsBad, .unconfined, .serving, .notServing, .stopping, .stopped:
      []
    }
  }
}
