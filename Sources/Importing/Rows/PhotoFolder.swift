package import Files
internal import Model

/// The folder that a source's photos lie below; nothing leads out of it.
package struct PhotoFolder: Sendable {
  package let root: Root

  package init(_ root: Root) { self.root = root }

  /// Where a photo lies that a source names, by its path below the folder or as a whole.
  func path(of text: String) throws(PhotoFlaw) -> BytePath {
    if text.contains("://") { throw .address(text) }
    guard let below = below(text) else { throw .outside(text, folder: shown) }
    let parts = below.split(separator: BytePath.separator).filter { !$0.elementsEqual(".".utf8) }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { throw .outside(text, folder: shown) }
    guard let path = BytePath(Array(parts.joined(separator: [BytePath.separator]))), !path.bytes.isEmpty
    else { throw .notAFile(text) }
    return path
  }

  /// Nil where it is the path of something elsewhere.
  private func below(_ text: String) -> ArraySlice<UInt8>? {
    let bytes = Array(text.utf8)
    guard bytes.first == BytePath.separator else { return bytes[...] }
    let ways = [root.path + [BytePath.separator], root.withoutLinks(.here)]
    return ways.first { bytes.starts(with: $0) }.map { bytes[$0.count...] }
  }

  /// Fails where no photo can be there.
  func check(_ path: BytePath, named text: String) throws(PhotoFlaw) {
    let kind: Root.Kind?
    do throws(FileFailure) { kind = try root.look(path) } catch { throw .unreadable(error) }
    guard let kind else { throw .missing(text, folder: shown) }
    guard kind.isFile else { throw .notAFile(text) }
  }

  private var shown: String { escaped(root.path) }
}

/// Why a photo that a source names is none that can be taken.
enum PhotoFlaw: Error, Hashable {
  case missing(String, folder: String)
  case outside(String, folder: String)
  /// A folder, a link or a special file.
  case notAFile(String)
  /// It lies at an address, and nothing is fetched.
  case address(String)
  case unreadable(FileFailure)
}

extension PhotoFlaw: Explained {
  var explanation: Explanation {
    switch self {
    case .missing(let path, let folder):
      Explanation(
        Message("import.row.missing.problem", ["path": shortened(path), "folder": folder]),
        // As Windows writes it.
        path.contains("\\") ? Message("import.row.backslash") : Message("import.row.missing.remedy"))
    case .outside(let path, let folder):
      Explanation("import.row.outside", ["path": shortened(path), "folder": folder])
    case .notAFile(let path): Explanation("import.row.notAFile", ["path": shortened(path)])
    case .address(let address): Explanation("import.row.address", ["address": shortened(address)])
    case .unreadable(let failure): CommandProblem.node(failure.problem).explanation
    }
  }
}

/// Words of a source in a sentence: safe to print, and not longer than a line.
func shortened(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(121)
  let shown = escaped(String(String.UnicodeScalarView(start.prefix(120))).utf8)
  return start.count > 120 ? shown + "..." : shown
}
