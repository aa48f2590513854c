/// Why a request over HTTP is not answered as was wished.
package enum WebProblem: Error, Hashable, Sendable {
  case badTarget
  /// Nobody can know where the body ends, or two would take it differently.
  case unclearLength
  case badParameter(String, String)
  case badTag(String)
  case needsToken
  case wrongToken
  case tooManyTries
  case wrongHost(String)
  case wrongOrigin(String)
  case noTondoHeader
  case noSuchThing(String)
  case wrongMethod(String, allowed: [String])
  /// The manifest is not the one that the client knows.
  case changedMeanwhile(String)
  case ifMatchMissing
  case tooLarge(limit: Int)
  case document(DocumentProblem)
  case unreadableManifest(String)
  case noAvatars(String)
  /// A name that no original can have.
  case badName(FolderProblem)
  case ignoredName(String)
  /// A file of that name waits already.
  case stillWaiting(String)
  /// Somebody else has the address; `number` is errno.
  case cannotListen(String, number: Int32)
  case nowhereToListen
  /// The service manager opened a socket that other machines reach.
  case openToAll(String)
  case photo(PhotoProblem)
  /// No work is done, and why.
  case paused(Message)
  case stopping
  case node(NodeProblem)
  case command(CommandProblem)

  /// Of HTTP.
  package var status: Int {
    switch self {
    case .badTarget, .unclearLength, .badParameter, .badTag: 400
    case .needsToken: 401
    case .wrongToken, .wrongOrigin, .noTondoHeader: 403
    case .noSuchThing: 404
    case .wrongMethod: 405
    case .unreadableManifest, .noAvatars, .stillWaiting: 409
    case .changedMeanwhile: 412
    case .tooLarge: 413
    case .wrongHost: 421
    case .document, .badName, .ignoredName, .photo: 422
    case .ifMatchMissing: 428
    case .tooManyTries: 429
    case .stopping, .paused, .cannotListen, .nowhereToListen, .openToAll: 503
    case .node(.system(_, _, let number)): number == 28 || number == 122 ? 507 : 503
    case .node: 503
    case .command(let problem): Self.status(problem)
    }
  }

  private static func status(_ problem: CommandProblem) -> Int {
    switch problem.exitCode {
    case 64, 65: 422
    case 66: 404
    case 73: 409
    default: 503
    }
  }
}

extension WebProblem: Explained {
  package var explanation: Explanation { othersExplanation ?? requestExplanation ?? stateExplanation }

  /// Of what was told already.
  private var othersExplanation: Explanation? {
    switch self {
    case .document(let problem): problem.explanation
    case .badName(let problem): problem.explanation
    case .photo(let problem): problem.explanation
    // Nobody does a request again by himself, as is done with work.
    case .node(.system(let doing, let path, let number)):
      Explanation("web.system", ["failure": doing.failure(path, number: number)])
    case .node(let problem): problem.explanation
    case .command(let problem): problem.explanation
    default: nil
    }
  }

  private var requestExplanation: Explanation? {
    switch self {
    case .badTarget: Explanation("web.badTarget")
    case .unclearLength: Explanation("web.unclearLength")
    case .badParameter(let name, let value):
      Explanation("web.badParameter", ["name": quoted(name), "value": quoted(value)])
    case .badTag(let tag): Explanation("web.badTag", ["tag": quoted(tag)])
    case .needsToken: Explanation("web.needsToken")
    case .wrongToken: Explanation("web.wrongToken")
    case .tooManyTries: Explanation("web.tooManyTries")
    case .wrongHost(let host): Explanation("web.wrongHost", ["host": quoted(host)])
    case .wrongOrigin(let origin): Explanation("web.wrongOrigin", ["origin": quoted(origin)])
    case .noTondoHeader: Explanation("web.noTondoHeader")
    case .noSuchThing(let path): Explanation("web.noSuchThing", ["path": path])
    case .wrongMethod(let method, let allowed):
      Explanation("web.wrongMethod", ["method": method, "allowed": allowed.joined(separator: ", ")])
    default: nil
    }
  }

  private var stateExplanation: Explanation {
    switch self {
    case .changedMeanwhile(let id): Explanation("web.changedMeanwhile", ["id": id])
    case .ifMatchMissing: Explanation("web.ifMatchMissing")
    case .tooLarge(let limit): Explanation("web.tooLarge", ["limit": limit])
    case .unreadableManifest(let id): Explanation("web.unreadableManifest", ["id": id])
    case .noAvatars(let id): Explanation("web.noAvatars", ["id": id])
    case .ignoredName(let name): Explanation("web.ignoredName", ["name": quoted(name)])
    case .stillWaiting(let name): Explanation("web.stillWaiting", ["name": quoted(name)])
    case .cannotListen(let address, let number):
      Explanation("web.cannotListen", ["address": address, "reason": systemText(number)])
    case .nowhereToListen: Explanation("web.nowhereToListen")
    case .paused(let why): Explanation("web.paused", ["why": why])
    case .openToAll(let address): Explanation("web.openToAll", ["address": address])
    default: Explanation("web.stopping")
    }
  }
}

/// Who can see more on the page than they perhaps should.
package enum WebGap: Hashable, Sendable {
  /// Every user of this machine comes in.
  case everyoneHere(String)
  /// Everyone can read the settings, which hold the token.
  case tokenIsPublic(String)
}

extension WebGap: Explained {
  package var explanation: Explanation {
    switch self {
    case .everyoneHere(let address): Explanation("webGap.everyoneHere", ["address": address])
    case .tokenIsPublic(let path): Explanation("webGap.tokenIsPublic", ["path": path])
    }
  }
}
