internal import Glibc
internal import Model

/// Tells about this process what was asked for.
func tell(_ words: [String]) {
  switch words.first ?? "" {
  case "pid": say("\(getpid())")
  case "group": say(getpgrp() == getpid() ? "own" : "shared")
  case "niceness": say("\(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(getpid())))")
  case "folder": say(getcwd(nil, 0).map { String(cString: $0) } ?? "?")
  case "variable": say(getenv(words[1]).map { String(cString: $0) } ?? "unset")
  case "descriptors": say(openDescriptors())
  case "signals": say(signals())
  default: exit(64)
  }
}

func openDescriptors() -> String {
  (0..<256).filter { fcntl($0, F_GETFD) >= 0 }.map { "\($0)" }.joined(separator: " ")
}

/// Which of the signals that a daemon changes are ignored or blocked here.
func signals() -> String {
  var blocked = sigset_t()
  sigprocmask(SIG_BLOCK, nil, &blocked)
  let changed = [SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGUSR1].filter { number in
    var action = sigaction()
    sigaction(number, nil, &action)
    return action.__sigaction_handler.sa_handler != nil || sigismember(&blocked, number) == 1
  }
  return changed.isEmpty ? "default" : "\(changed)"
}

/// The size of a core, the number of open files and the size of a file, and what each could be raised to.
func limits() -> String {
  [RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_FSIZE].map { resource in
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return "\(limit.rlim_cur)/\(limit.rlim_max)"
  }.joined(separator: " ")
}
