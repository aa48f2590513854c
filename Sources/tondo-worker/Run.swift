internal import Cropping
internal import Glibc
internal import Model
internal import Sandbox

/// The worker's life: answers lines until there are none.
func run(_ arguments: [String]) -> Int32 {
  // The daemon decides what a terminal's ^C means for running work; a closed pipe shows when the answer is written.
  signal(SIGINT, SIG_IGN)
  signal(SIGPIPE, SIG_IGN)
  let answers = takeStandardOutput()
  switch arguments {
  case []: return serve(answers)
  case ["--draw"]: return draw(answers)
  case ["--version"]:
    return write(Array("tondo-worker \(RenderRequest.currentVersion)\n".utf8), to: answers) ? 0 : EX_IOERR
  case ["--formats"]: return formats(answers)
  case ["--fonts"]: return fonts(answers)
  case ["--confinement"]: return tell(Sandbox.enter(), answers)
  default: return EX_USAGE
  }
}

/// Keeps what libraries might print away from the answers: they get the standard output for themselves.
private func takeStandardOutput() -> CInt {
  let answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
  let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
  if nowhere >= 0 {
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }
  return answers
}

private func serve(_ answers: CInt) -> Int32 {
  do throws(NodeProblem) {
    let cropper = Cropper(try Library())
    // What is missing of it, the daemon has asked and told already.
    _ = Sandbox.enter()
    return converse(answers) { cropper.reply(to: $0, $1) }
  } catch { return unable(error, answers) }
}

/// The same for drawings, which need fonts.
private func draw(_ answers: CInt) -> Int32 {
  do throws(NodeProblem) {
    let illustrator = Illustrator(try Library(drawing: true))
    _ = Sandbox.enter(reading: Sandbox.fonts)
    return converse(answers) { illustrator.reply(to: $0, $1) }
  } catch { return unable(error, answers) }
}

private func unable(_ problem: NodeProblem, _ answers: CInt) -> Int32 {
  _ = answer(.unable(problem), answers)
  return EX_UNAVAILABLE
}

private func converse(_ answers: CInt, _ reply: (RenderRequest, [CInt]) -> RenderReply) -> Int32 {
  var channel = Channel(STDIN_FILENO)
  while let line = channel.next() {
    let reply = replied(to: line, channel.files, reply)
    channel.closeFiles()
    guard answer(reply, answers) else { return EX_IOERR }
  }
  return 0
}

private func replied(
  to line: [UInt8], _ files: [CInt], _ reply: (RenderRequest, [CInt]) -> RenderReply
) -> RenderReply {
  guard let request = try? Wire.value(RenderRequest.self, from: line) else {
    return .unable(.workerProtocol(Message("protocol.unreadable")))
  }
  guard request.version == RenderRequest.currentVersion else {
    return .unable(.workerProtocol(Message("protocol.version", ["version": request.version])))
  }
  Sandbox.allow(seconds: request.limits.seconds)
  return reply(request, files)
}

private func answer(_ reply: RenderReply, _ answers: CInt) -> Bool {
  guard let line = try? Wire.line(reply) else { return false }
  return write(line, to: answers)
}

private func formats(_ answers: CInt) -> Int32 {
  guard let library = try? Library() else { return EX_UNAVAILABLE }
  // Only what works in there is of use.
  _ = Sandbox.enter()
  return tell(library.formats(), answers)
}

private func fonts(_ answers: CInt) -> Int32 {
  // Only what can be read in there is of use.
  _ = Sandbox.enter(reading: Sandbox.fonts)
  return tell(Fonts.found(), answers)
}

private func tell(_ value: some Encodable, _ answers: CInt) -> Int32 {
  guard let line = try? Wire.line(value) else { return EX_SOFTWARE }
  return write(line, to: answers) ? 0 : EX_IOERR
}

private func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}
