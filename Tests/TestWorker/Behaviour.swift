internal import Glibc
internal import Model
internal import Sandbox

/// Answers with a text, in the one kind of answer that has room for it.
func say(_ text: String) { send((try? Wire.line(RenderReply.same(sha256: text))) ?? []) }

func send(_ bytes: [UInt8]) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(74) }
    rest = rest.dropFirst(count)
  }
}

/// Does what the original's name says, up to its first space.
func behave(like name: String, _ request: RenderRequest, _ files: [CInt]) {
  let words = name.split(separator: " ").map(String.init)
  switch words.first ?? "" {
  case "echo": say(name)
  case "render": send((try? Wire.line(rendering(of: request))) ?? [])
  case "crash": signalSelf(SIGSEGV)
  case "abort": signalSelf(SIGABRT)
  case "exit": exit(Int32(words[1]) ?? 1)
  case "hang": while true { pause() }
  case "meet": meet(words[1], name)
  case "burn": while true {}
  case "work": work(milliseconds: Int(words[1]) ?? 0, name)
  case "eat": eat(mebibytes: Int(words[1]) ?? 0, name)
  case "garbage": send(Array("{\"rendered\": no\n".utf8))
  case "huge": send([UInt8](repeating: 65, count: 3 << 20) + [10])
  case "chatter": send(Array("{}\n{}\n".utf8))
  case "close": closeAndWait()
  case "die": die(times: Int(words[1]) ?? 0, countedIn: words[2], name)
  case "gaps": say("\(Sandbox.enter().gaps.count) \(Sandbox.enter().gaps.count)")
  case "limits":
    _ = Sandbox.enter()
    say(limits())
  case "spend":
    Sandbox.allow(seconds: 0)
    behave(like: "burn", request, files)
  case "copy": copy(files, name)
  case "reach": say(reach(Array(words.dropFirst())))
  case "confined": say(confined(Array(words.dropFirst())))
  case "drawing": say(confined(Array(words.dropFirst()), reading: Sandbox.fonts))
  case "without": say(without(words[1], Array(words.dropFirst(2))))
  case "unable": send((try? Wire.line(RenderReply.unable(.workerProtocol(.verbatim("version"))))) ?? [])
  default: tell(words)
  }
}

func rendering(of request: RenderRequest) -> RenderReply {
  .rendered(
    Rendering(
      original: OriginalFacts(sha256: "a1", bytes: 1, format: .jpeg, size: PixelSize(width: 1, height: 1)),
      attributes: request.attributes, crop: CropSquare(x: 0, y: 0, size: 1), avatars: [], warnings: []))
}

func signalSelf(_ number: Int32) {
  // A sanitizer would catch it.
  signal(number, SIG_DFL)
  kill(getpid(), number)
  pause()
}

/// Opens a FIFO, which waits until somebody opens the other end: then the test knows that work has begun.
func meet(_ fifo: String, _ name: String) {
  close(open(fifo + ".begun", O_WRONLY))
  // Another one, or this could pass while the test still closes the first: here the test says when to go on.
  close(open(fifo + ".goon", O_WRONLY))
  say(name)
}

func work(milliseconds: Int, _ name: String) {
  let end = ContinuousClock.now + .milliseconds(milliseconds)
  while ContinuousClock.now < end {}
  say(name)
}

func eat(mebibytes: Int, _ name: String) {
  let count = mebibytes << 20
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
  memset(memory, 1, count)
  memory.deallocate()
  say(name)
}

func closeAndWait() {
  close(0)
  close(1)
  while true { pause() }
}

/// Fills each of the other files with what the first one holds.
func copy(_ files: [CInt], _ name: String) {
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = read(files[0], &bytes, bytes.count)
  for file in files.dropFirst() where write(file, bytes, count) != count { return say("errno \(errno)") }
  say(name)
}

/// Each death adds a byte to the file.
func die(times: Int, countedIn file: String, _ name: String) {
  let counter = open(file, O_RDWR | O_CREAT | O_APPEND, 0o600)
  guard lseek(counter, 0, SEEK_END) < off_t(times) else { return say(name) }
  _ = write(counter, "x", 1)
  signalSelf(SIGSEGV)
}
