extension AccountChange {
  /// A warning in the manifest.
  package var english: String {
    "\(quoted(key)) is Tondo's account, and the change there was undone" + (remedy.map { "; \($0)" } ?? "")
  }

  private var remedy: String? {
    switch instead {
    case .attribute(let name): "use \"attributes.\(name)\""
    case .setting(let name): "use \"\(name)\" in tondo.json"
    case .command(let command): "use \(command)"
    case .nothing: nil
    }
  }
}
