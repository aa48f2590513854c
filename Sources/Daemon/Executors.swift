internal import Foundation

/// Runs an actor on a queue of its own, so that its reading and writing holds up nobody else.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Runs tasks that block (on a worker, on a disk) on threads of their own: the shared pool has one a core.
final class LaneExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tondo.lanes", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
