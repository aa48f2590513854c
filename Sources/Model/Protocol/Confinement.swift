/// How far the system lets a worker be confined: 0, or the errno value with which it declined.
package struct Confinement: Hashable, Sendable, Codable {
  /// Landlock: nothing can be opened or made by its name.
  package var files: Int32
  /// seccomp: no network, no programs, no other processes.
  package var calls: Int32

  package init(files: Int32, calls: Int32) {
    self.files = files
    self.calls = calls
  }

  /// What is missing.
  package var gaps: [ConfinementGap] {
    (files == 0 ? [] : [.files(number: files)]) + (calls == 0 ? [] : [.calls(number: calls)])
  }
}
