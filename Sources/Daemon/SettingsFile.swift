package import Files
internal import Glibc
package import Model

/// Where the settings come from: `ROOT/tondo.json`, or a file named on the command line.
package struct SettingsFile: Sendable {
  /// Absolute.
  package let path: [UInt8]
  /// Named on the command line: then it must be there.
  let isRequired: Bool

  package init(root: Root, named: [UInt8]?) {
    path = named ?? root.absolute(Places.settings)
    isRequired = named != nil
  }

  /// The settings, or the defaults where there is no file.
  package func read() throws(CommandProblem) -> Settings {
    let bytes: [UInt8]?
    do throws(FileFailure) { bytes = try WholeFile.read(path, atMost: Document.largest) } catch {
      throw cannotRead(error.number)
    }
    guard let bytes else {
      if isRequired { throw cannotRead(FileFailure.missing) }
      return Settings()
    }
    do throws(DocumentProblem) { return try Settings(reading: bytes) } catch {
      throw .settings(error.explanation(in: escaped(path)))
    }
  }

  /// Whether everyone can read the file.
  var isPublic: Bool {
    var found = stat()
    return path.withCPath { stat($0, &found) } == 0 && found.st_mode & S_IROTH != 0
  }

  private func cannotRead(_ number: Int32) -> CommandProblem {
    .settings(Explanation("settings.unreadable", ["path": escaped(path), "reason": systemText(number)]))
  }
}
