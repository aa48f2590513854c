extension AccountChange {
  /// For the manifest's warnings.
  package var message: Message {
    switch instead {
    case .attribute(let name): Message("account.attribute", ["undone": undone, "name": name])
    case .setting(let name): Message("account.setting", ["undone": undone, "name": name])
    case .command(let name): Message("account.command", ["undone": undone, "name": name])
    case .nothing: undone
    }
  }

  private var undone: Message { Message("account.undone", ["key": key]) }
}
