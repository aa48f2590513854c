/// A document in the inbox, `NAME.job.json`, that sets attributes for an original or removes an id.
package struct Job: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Replaces all attributes.
    case place(Attributes)
    /// Removes all traces of the id.
    case remove
  }

  package var id: AvatarID
  package var action: Action

  package init(id: AvatarID, action: Action) {
    self.id = id
    self.action = action
  }
}
