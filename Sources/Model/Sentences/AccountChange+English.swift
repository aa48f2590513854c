extension AccountChange {
  /// For the manifest's warnings.
  package var english: String {
    let undone = "\"\(key)\" is Tondo's account, and the change there was undone"
    return switch instead {
    case .attribute(let name): "\(undone); use \"attributes.\(name)\""
    case .setting(let name): "\(undone); use \"\(name)\" in tondo.json"
    case .command(let name): "\(undone); use \(name)"
    case .nothing: undone
    }
  }
}
