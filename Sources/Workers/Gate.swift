internal import Foundation

/// A value that threads share and wait for: only inside these calls is it read or changed.
package final class Gate<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Reads or changes the value; whoever waits looks again.
  package func locked<Result>(_ body: (inout Value) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    // All: they wait for different things, and are few.
    defer { condition.broadcast() }
    return body(&value)
  }

  /// Waits until the body gives a result; it is asked again after each change.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(&value) { return result }
      condition.wait()
    }
  }
}
