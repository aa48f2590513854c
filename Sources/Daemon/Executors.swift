internal import Foundation

/// Runs an actor on a queue of its own, so that its reading and writing holds up nobody else.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Calls the body behind all that waits for the queue already.
  func call(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  /// Calls the body on the queue when the time has come, unless it is cancelled before.
  func call(at deadline: SuspendingClock.Instant, _ body: @escaping @Sendable () -> Void) -> Alarm {
    let alarm = Alarm(deadline: deadline, item: DispatchWorkItem(block: body))
    let rest = max(.zero, deadline - .now)
    // On Linux both clocks stand still while the machine sleeps.
    queue.asyncAfter(deadline: .now() + rest / .seconds(1), execute: alarm.item)
    return alarm
  }

  /// Something that is to be done later.
  struct Alarm {
    let deadline: SuspendingClock.Instant
    fileprivate let item: DispatchWorkItem

    func cancel() { item.cancel() }
  }
}

/// Runs tasks one after the other, on a thread that nobody else waits for.
///
/// Tasks without such a preference run in a pool that all share. It has one thread a core, which tasks that block (on
/// a worker, on a disk) would hold; and once it was used, the system's library looks after it every second for ever,
/// while a daemon without work shall sleep. A serial queue has none of this.
package final class TaskThread: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
