internal import Cropping
internal import Glibc
internal import Model

/// The worker's life: answers lines until there are none.
func run(_ arguments: [String]) -> Int32 {
  // The daemon decides what a terminal's ^C means for running work; a closed pipe shows when the answer is written.
  signal(SIGINT, SIG_IGN)
  signal(SIGPIPE, SIG_IGN)
  let answers = takeStandardOutput()
  switch arguments {
  case []: return serve(answers)
  case ["--version"]:
    return write(Array("tondo-worker \(RenderRequest.currentVersion)\n".utf8), to: answers) ? 0 : EX_IOERR
  case ["--formats"]: return formats(answers)
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
    var lines = Lines(STDIN_FILENO)
    while let line = lines.next() {
      guard answer(reply(to: line, cropper), answers) else { return EX_IOERR }
    }
    return 0
  } catch {
    _ = answer(.unable(error), answers)
    return EX_UNAVAILABLE
  }
}

private func reply(to line: [UInt8], _ cropper: borrowing Cropper) -> RenderReply {
  guard let request = try? Wire.value(RenderRequest.self, from: line) else {
    return .unable(.workerProtocol("a request cannot be read"))
  }
  guard request.version == RenderRequest.currentVersion else {
    return .unable(.workerProtocol("a request of version \(request.version)"))
  }
  return cropper.reply(to: request)
}

private func answer(_ reply: RenderReply, _ answers: CInt) -> Bool {
  guard let line = try? Wire.line(reply) else { return false }
  return write(line, to: answers)
}

private func formats(_ answers: CInt) -> Int32 {
  guard let library = try? Library(), let line = try? Wire.line(library.formats()) else {
    return EX_UNAVAILABLE
  }
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
