internal import CTondoHTTP
internal import Glibc
internal import Model
internal import Synchronization

/// One request, from its first line to the end of its answer.
///
/// The library's thread calls `turn` and `receive` and never waits in them: what takes longer is done elsewhere, and the
/// connection is suspended meanwhile.
final class Exchange: Sendable {
  let visit: Visit
  let server: Server
  private let target: [UInt8]
  /// Valid until `end`.
  private nonisolated(unsafe) let connection: OpaquePointer
  private let phase = Mutex(Phase.begun)

  enum Phase: Sendable {
    case begun
    /// Suspended until there is a place for the body.
    case preparing(Route, Call)
    /// There is one: its bytes may come.
    case prepared(Intake)
    /// The body is being read.
    case reading(Intake)
    /// Suspended until a piece was written.
    case writing(Intake)
    /// Not suspended any more: the body that is not wanted may come.
    indirect case refusing(Phase)
    /// The body is read to its end, and not looked at: only then an answer can be sent.
    case refused(Reply, left: Int)
    /// Suspended until somebody has the answer.
    case asked
    case answered(Reply)
    case sent(Reply)
    case over
  }

  /// So much of a body that is not wanted is let pass at least, so that the client listens to the answer.
  private static let mostWaste = 1 << 20

  init(_ visit: Visit, _ connection: OpaquePointer, target: [UInt8]) {
    self.visit = visit
    server = visit.server
    self.connection = connection
    self.target = target
  }

  /// Something has happened: the headers are there, or the whole body, or what was suspended goes on.
  func turn(_ method: String) -> Bool {
    phase.withLock { phase in
      switch phase {
      case .begun: return begin(method, &phase)
      case .prepared(let intake):
        phase = .reading(intake)
        return true
      case .refusing(let next):
        phase = next
        return true
      case .reading(let intake): return read(intake, &phase)
      case .refused(let reply, _), .answered(let reply): return send(reply, &phase)
      case .preparing, .writing, .asked, .sent, .over: return true
      }
    }
  }

  /// A piece of the body.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    visit.hasReceived(bytes.count)
    return phase.withLock { phase in
      switch phase {
      case .reading(let intake): return take(bytes, intake, &phase)
      case .refused(let reply, let left):
        phase = .refused(reply, left: left - bytes.count)
        return left >= bytes.count
      default: return true
      }
    }
  }

  /// The connection is not to be touched any more.
  func end() {
    let last = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    server.remove(self)
    visit.awaits()
    switch last {
    case .reading(let intake), .prepared(let intake): abandon(intake)
    case .sent(let reply): if case .stream(let listener) = reply.body { listener.end() }
    default: break
    }
  }

  /// The server stops: whoever waits is told so, and nothing stays suspended.
  func hurry() {
    phase.withLock { phase in
      switch phase {
      case .asked: phase = .answered(Reply(.stopping))
      // Who prepares or writes finds that it is over.
      case .preparing, .writing: phase = .over
      default: return
      }
      tondo_http_resume(connection)
    }
  }

  // MARK: Headers

  private func begin(_ method: String, _ phase: inout Phase) -> Bool {
    do throws(WebProblem) {
      let (route, call) = try admit(method)
      visit.receives()
      guard let upload = route.upload else {
        phase = .reading(Intake(route, call))
        return true
      }
      if server.isStopping { throw .stopping }
      phase = .preparing(route, call)
      tondo_http_suspend(connection)
      prepare(upload, route, call)
      return true
    } catch {
      visit.receives()
      // Twice of what would be taken.
      let most = if case .tooLarge(let limit) = error { min(limit, Int.max / 2) * 2 } else { 0 }
      phase = refusal(error, most)
      if Self.isAnsweredAtOnce(readHeaders(), most) { return send(Reply(error), &phase) }
      return true
    }
  }

  /// Whether nothing of the body need be read first: the client waits for leave to send it, or it is too long anyway.
  ///
  /// One that is sending listens only afterwards, and a connection that ends before takes the answer with it.
  private static func isAnsweredAtOnce(_ headers: Headers, _ most: Int) -> Bool {
    if headers.has("expect") || !headers.isLengthClear { return true }
    return headers["content-length"].map { (Int($0) ?? .max) > max(mostWaste, most) } ?? false
  }

  private func admit(_ method: String) throws(WebProblem) -> (Route, Call) {
    let headers = readHeaders()
    guard headers.isLengthClear else { throw .unclearLength }
    guard let target = RequestTarget(target) else { throw .badTarget }
    let house = server.current
    let (route, path) = try server.routes.find(method, target.parts)
    try server.admission.check(headers, isMutating: route.isMutating)
    let isSignedIn = try house.sessions.admit(headers)
    if case .session = route.access, !isSignedIn { throw .needsToken }
    let most = route.mostBody(house.settings)
    // Digits too many for a number are too many for a body.
    if let length = headers["content-length"], Int(length).map({ $0 > most }) ?? true {
      throw .tooLarge(limit: most)
    }
    return (
      route, Call(method: method, target: target, headers: headers, path: path, isSignedIn: isSignedIn)
    )
  }

  private func readHeaders() -> Headers {
    var headers = Headers()
    withUnsafeMutablePointer(to: &headers) { headers in
      tondo_http_headers(connection, headers) { headers, name, nameLength, value, valueLength in
        headers?.assumingMemoryBound(to: Headers.self).pointee.add(
          text(name, nameLength), text(value, valueLength))
      }
    }
    return headers
  }

  // MARK: Body

  private func prepare(_ upload: @escaping Route.Uploading, _ route: Route, _ call: Call) {
    let house = server.current
    server.run { [self] in
      do throws(WebProblem) {
        let place = try await upload(call, house)
        goOn(.prepared(Intake(route, call, place)))
      } catch {
        let most = route.mostBody(house.settings)
        let next = refusal(error, most)
        goOn(Self.isAnsweredAtOnce(call.headers, most) ? next : .refusing(next))
      }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ intake: Intake, _ phase: inout Phase) -> Bool {
    // Taken out of the phase meanwhile, so that the bytes are not copied each time.
    phase = .over
    var intake = intake
    intake.add(bytes)
    let most = intake.route.mostBody(server.current.settings)
    if intake.count > most {
      abandon(intake)
      phase = refusal(.tooLarge(limit: most), most)
    } else if intake.isFull, !server.isStopping {
      phase = .writing(intake)
      tondo_http_suspend(connection)
      write(intake)
    } else {
      phase = .reading(intake)
    }
    return true
  }

  private func write(_ intake: Intake) {
    server.run { [self] in
      do throws(WebProblem) { goOn(.reading(try await intake.written())) } catch {
        abandon(intake)
        goOn(refusal(error, intake.route.mostBody(server.current.settings)))
      }
    }
  }

  /// Whoever sends as much as would have been taken still hears why it was not: few clients listen before they have sent
  /// all.
  private func refusal(_ problem: WebProblem, _ most: Int) -> Phase {
    .refused(Reply(problem), left: max(Self.mostWaste, most))
  }

  private func abandon(_ intake: Intake) {
    guard let upload = intake.upload else { return }
    server.run { await upload.abandon() }
  }

  // MARK: Answer

  private func read(_ intake: Intake, _ phase: inout Phase) -> Bool {
    if server.isStopping {
      abandon(intake)
      return send(Reply(.stopping), &phase)
    }
    visit.isBusy()
    phase = .asked
    tondo_http_suspend(connection)
    let house = server.current
    server.run { [self] in
      do throws(WebProblem) { finish(try await intake.answer(house)) } catch {
        abandon(intake)
        finish(Reply(error))
      }
    }
    return true
  }

  /// Gives the answer, unless there is one already.
  private func finish(_ reply: Reply) {
    phase.withLock { phase in
      guard case .asked = phase else { return reply.isNotSent() }
      phase = .answered(reply)
      tondo_http_resume(connection)
    }
  }

  /// What was suspended goes on.
  private func goOn(_ next: Phase) {
    phase.withLock { phase in
      switch phase {
      case .preparing, .writing:
        phase = next
        tondo_http_resume(connection)
      default:
        if case .prepared(let intake) = next { abandon(intake) }
        if case .reading(let intake) = next { abandon(intake) }
      }
    }
  }

  private func send(_ reply: Reply, _ phase: inout Phase) -> Bool {
    let reply = reply.told(in: .wished(readHeaders(), RequestTarget(target)))
    phase = .sent(reply)
    guard let response = reply.response else { return false }
    visit.isAnswered(reply)
    server.hasAnswered(reply.status)
    if case .stream(let listener) = reply.body { listener.begin(connection) }
    for header in reply.headers + Reply.always { tondo_http_add_header(response, header.name, header.value) }
    return tondo_http_answer(connection, UInt32(reply.status), response)
  }
}

private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
