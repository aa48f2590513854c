internal import Model

/// From a request's line to its outcome.
extension WorkerPool {
  /// The outcome, and the worker where it can go on; otherwise it was ended.
  func converse(
    _ line: [UInt8], _ files: [CInt], _ worker: WorkerProcess, _ limits: Limits
  ) -> (WorkOutcome, Idle?) {
    var conversation = Conversation(line, files, to: worker, limits: limits, halt: halt.descriptor)
    switch conversation.run() {
    case .line(let answer, let peak): return judge(answer, Idle(worker: worker, peak: peak), limits)
    case .closed: return (lost(worker), nil)
    case .exceeded(let problem): return end(worker, .reply(.refused(problem)))
    case .stopped:
      release([Idle(worker: worker, peak: 0)], by: .now)
      return (.stopped, nil)
    case .babble(let found): return end(worker, .unable(.workerProtocol(found)))
    }
  }

  private func judge(_ answer: [UInt8], _ idle: Idle, _ limits: Limits) -> (WorkOutcome, Idle?) {
    guard let reply = try? Wire.value(RenderReply.self, from: answer) else {
      return end(idle.worker, .unable(.workerProtocol(.verbatim(escaped(answer.prefix(80))))))
    }
    let outcome =
      if case .unable(let problem) = reply { WorkOutcome.unable(problem) } else { WorkOutcome.reply(reply) }
    return isTooLarge(idle.peak, limits) ? end(idle.worker, outcome) : (outcome, idle)
  }

  private func end(_ worker: WorkerProcess, _ outcome: WorkOutcome) -> (WorkOutcome, Idle?) {
    replace(worker)
    return (outcome, nil)
  }

  private func lost(_ worker: WorkerProcess) -> WorkOutcome {
    // Its end follows its last word at once, or else it only closed the channel.
    let death = replace(worker, by: .now + .milliseconds(200))
    // What the dynamic loader, or a shell in its place, ends with.
    guard death != .exit(code: 127) else {
      return .unable(.workerMissing(Message("protocol.library", ["path": escaped(executable)])))
    }
    return .died(death.message)
  }
}
