internal import CTondoSandbox
internal import Glibc
internal import Model
internal import Sandbox

/// Tries what a worker taken over by a photo would try; says `done`, or with which errno it was refused.
func reach(_ words: [String]) -> String {
  errno = 0
  return attempt(words) ? "done" : "errno \(errno)"
}

/// The same, as confined as a worker is from its first photo on, or drawing.
func confined(_ words: [String], reading folders: [String] = []) -> String {
  let confinement = Sandbox.enter(reading: folders)
  guard confinement.gaps.isEmpty else { return "\(confinement.gaps)" }
  return reach(words)
}

/// The same, with one of both guards alone.
func without(_ other: String, _ words: [String]) -> String {
  guard tondo_renounce_privileges() == 0 else { return "new privileges" }
  let number = other == "seccomp" ? tondo_renounce_files([nil]) : tondo_renounce_calls(0)
  return number == 0 ? reach(words) : "not confined: \(number)"
}

private func attempt(_ words: [String]) -> Bool {
  let name = words.dropFirst().first ?? ""
  return switch words[0] {
  case "read": opens(name, O_RDONLY)
  case "write": opens(name, O_WRONLY | O_CREAT)
  case "look": looks(name)
  case "list": opendir(name) != nil
  case "make": mkdir(name, 0o700) == 0
  case "remove": unlink(name) == 0
  case "rename": rename(name, name + ".moved") == 0
  case "link": symlink("/etc/passwd", name) == 0
  case "chmod": chmod(name, 0o600) == 0
  case "truncate": truncate(name, 0) == 0
  case "connect": connects(UInt16(name) ?? 0)
  case "pair": pairs()
  case "spawn": spawns("/bin/true")
  case "exec": execv("/bin/true", [nil]) == 0
  case "fork": forks()
  case "signal": kill(getppid(), 0) == 0
  case "trace": named("ptrace", 16, Int(getppid())) == 0
  case "namespace": named("unshare", 0x1000_0000, 0) == 0
  case "code": mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
  default: false
  }
}

private func opens(_ name: String, _ flags: CInt) -> Bool {
  let file = open(name, flags, 0o600)
  if file >= 0 { close(file) }
  return file >= 0
}

private func looks(_ name: String) -> Bool {
  var found = stat()
  return stat(name, &found) == 0
}

private func connects(_ port: UInt16) -> Bool {
  let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  guard socket >= 0 else { return false }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

private func pairs() -> Bool {
  var ends: [CInt] = [-1, -1]
  return socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0
}

private func spawns(_ program: String) -> Bool {
  var child = pid_t()
  var status: Int32 = 0
  let number = posix_spawn(&child, program, nil, nil, [nil], nil)
  errno = number
  return number == 0 && waitpid(child, &status, 0) == child && status == 0
}

/// What the C library does for fork, by the call itself: SIGCHLD is 17.
private func forks() -> Bool {
  guard let child: pid_t = call("fork").map({ pid_t($0()) }) else { return false }
  if child == 0 { _exit(0) }
  var status: Int32 = 0
  return child > 0 && waitpid(child, &status, 0) == child
}

/// Functions that Swift does not import.
private func named(_ name: String, _ first: Int, _ second: Int) -> Int {
  typealias Function = @convention(c) (Int, Int, Int, Int) -> Int
  guard let found = dlsym(nil, name) else { return -1 }
  return Int(Int32(truncatingIfNeeded: unsafeBitCast(found, to: Function.self)(first, second, 0, 0)))
}

private func call(_ name: String) -> (@convention(c) () -> CInt)? {
  dlsym(nil, name).map { unsafeBitCast($0, to: (@convention(c) () -> CInt).self) }
}
