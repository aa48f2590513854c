extension AccountChange {
  /// For the manifest's warnings.
  package var english: String {
    switch instead {
    case .attribute(let name): "\(key) is Tondo's account and was put right; use attributes.\(name)"
    case .setting(let name): "\(key) is Tondo's account and was put right; use \(name) in the settings"
    case .command(let name): "\(key) is Tondo's account and was put right; use \(name)"
    case .nothing: "\(key) is Tondo's account and was put right; a person's part is attributes"
    }
  }
}
