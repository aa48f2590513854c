import Foundation
import Model
import Testing

@testable import Workers

@Suite struct SurroundingsTests {
  @Test(
    "a worker sees a small world of its own",
    arguments: [
      ("group", "own"), ("descriptors", "0 1 2"), ("signals", "default"), ("variable LANG", "C"),
      ("variable PATH", "/usr/bin:/bin"), ("variable MALLOC_ARENA_MAX", "1"), ("variable VIPS_NOVECTOR", "1"),
      ("variable HOME", "unset"), ("variable XDG_RUNTIME_DIR", "unset"),
    ])
  func world(question: String, answer: String) throws {
    // As a daemon and a careless library leave them: ignored, and open across exec.
    signal(SIGUSR1, SIG_IGN)
    let careless = open("/dev/null", O_RDONLY)
    defer { close(careless) }
    #expect(try TestPool().ask(question) == answer)
  }

  @Test func aWorkerRunsInTheFolderItWasGiven() throws {
    let test = try TestPool()
    #expect(test.ask("folder") == test.folder.resolvingSymlinksInPath().path)
  }

  @Test("a worker is as nice as the program that starts it, whatever its thread is")
  func niceness() throws {
    let own = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(getpid()))
    let nicer = min(own + 5, 19)
    onThreads(1) { _ in
      // This thread alone.
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, nicer)
      let test = try? TestPool()
      // Only the superuser may take it back.
      #expect(test?.ask("niceness") == "\(geteuid() == 0 ? own : nicer)")
    }
  }

  @Test func theExecutableIsFoundBesideTheRunningOne() {
    let path = String(decoding: WorkerPool.executable(beside: "TestWorker"), as: UTF8.self)
    #expect(path.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: path))
  }
}
