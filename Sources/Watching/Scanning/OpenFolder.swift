internal import Glibc
package import Model

/// One folder, listed once; what lies in it is looked at when asked.
///
/// A folder may hold a million files: only their names are kept.
package final class OpenFolder {
  /// Below the root.
  package let path: BytePath
  private let handle: Handle
  private let listing: Listing

  /// Opens and lists a folder below the root, without following a link.
  ///
  /// - Throws: errno; where nothing, or something else, lies there, `isAbsence` tells.
  package init(root: [UInt8], _ path: BytePath) throws(ScanFailure) {
    do throws(SystemError) {
      handle = try Handle(listing: path, below: Handle(folder: root))
      listing = Listing(handle)
    } catch {
      throw ScanFailure(path: path, number: error.number)
    }
    self.path = path
  }

  /// How many names there are.
  package var count: Int { listing.count }

  /// The name at this place, in order of the names' bytes.
  package func name(_ index: Int) -> [UInt8] { listing.name(index) }

  /// Where a name stands; nil where it was not there when the folder was listed.
  package func index(of name: [UInt8]) -> Int? { listing.index(of: name) }

  /// Whether a folder lies at this place.
  package func isFolder(_ index: Int) -> Bool {
    switch listing.hint(index) {
    case .folder: true
    case .other: false
    case .unknown: look(index) == .folder
    }
  }

  /// Why not all of it could be listed.
  package var failure: ScanFailure? {
    listing.failure.map { ScanFailure(path: path, number: $0.number) }
  }

  /// What lies at this place now.
  package func look(_ index: Int) -> Look {
    if listing.hint(index) == .folder { return .folder }
    do throws(SystemError) {
      guard let found = try listing.status(index, in: handle) else { return .missing }
      return ScannedFile(path.appending(name(index)), found).map(Look.file) ?? .folder
    } catch {
      return .unreadable(error.number)
    }
  }

  /// The signature of a regular file at this place; nil where there is none, or it cannot be told.
  package func signature(_ index: Int) -> FileSignature? {
    guard listing.hint(index) != .folder, let found = try? listing.status(index, in: handle),
      ScannedFile.Kind(found.st_mode) == .regular
    else { return nil }
    return FileSignature(found)
  }
}

extension ScanFailure {
  /// Whether it says that nothing lies there, or something of another kind than a folder.
  package var isAbsence: Bool { SystemError(number: number).isAbsence }
}
