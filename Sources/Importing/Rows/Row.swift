package import Files
package import Model

/// What one row of a source asks for: a line of a spreadsheet, a card, an entry of a directory, a file of a folder.
package struct Row: Sendable {
  /// Its first line in the source, from 1; nil for a file of a folder.
  package var line: Int?
  package var id: AvatarID
  package var photo: Photo
  package var placing: Placing
  /// What was understood in spite of something, or left out.
  package var warnings: [Message]

  package init(line: Int?, id: AvatarID, photo: Photo, placing: Placing, warnings: [Message] = []) {
    self.line = line
    self.id = id
    self.photo = photo
    self.placing = placing
    self.warnings = warnings
  }

  package enum Photo: Sendable {
    /// Attributes alone, for an original that is there already.
    case none
    /// A file below a folder, which nothing leads out of.
    case file(Root, BytePath)
    /// The bytes that the sink was given last.
    case embedded(EmbeddedPhoto)
  }

  package enum Placing: Sendable {
    /// The source says nothing of it: what holds stays, and a new photo is placed as the settings say.
    case unsaid
    case attributes(Attributes)
    /// Known only once the photo's height is.
    case clip(ClipRectangle)
  }
}

/// What is known of a photo that went into a sink.
package struct EmbeddedPhoto: Hashable, Sendable {
  package var bytes: Int
  /// By its first bytes, whatever the source calls it.
  package var format: InputFormat

  package init(bytes: Int, format: InputFormat) {
    self.bytes = bytes
    self.format = format
  }
}

/// Apple's crop of a card's photo, `X-ABCROP-RECTANGLE`: in upright pixels, its origin counted from the bottom left.
///
/// It may reach past the image.
package struct ClipRectangle: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same from the top left, in an image of so many rows.
  package func crop(inHeight rows: Int) -> CropRectangle {
    .rectangle(x: Double(x), y: Double(rows - y - height), width: Double(width), height: Double(height))
  }
}

/// Why a row cannot be taken; the others go on.
package struct RowProblem: Error, Hashable, Sendable {
  package var line: Int?
  /// As far as it is known.
  package var id: String?
  /// The column, key, property or attribute that is wrong.
  package var field: String?
  package var explanation: Explanation

  package init(line: Int?, id: String? = nil, field: String? = nil, _ explanation: Explanation) {
    self.line = line
    self.id = id
    self.field = field
    self.explanation = explanation
  }
}

/// What a source gives, one after the other.
package enum RowResult: Sendable {
  case row(Row)
  case bad(RowProblem)
  /// Nothing to import and nothing wrong: a card without a photo, a photo at an address that is not fetched.
  case skipped(RowProblem)
}

/// Reads a source as a stream, in memory that does not grow with it.
package protocol RowReader: AnyObject {
  /// What is told once of the whole source, such as columns that are ignored; complete at the end.
  var remarks: [Message] { get }

  /// - Parameter sink: gets an embedded photo while it is read.
  /// - Returns: nil at the end.
  /// - Throws: what makes the whole source useless from here on.
  func next(into sink: any PhotoSink) throws(CommandProblem) -> RowResult?
}

/// Reads a source whose entries take some lines each.
package protocol BookReader: RowReader {
  /// The lines of the entry that was read last; a result's own line is the first of them.
  var extent: Range<Int> { get }
}

/// Takes the bytes of an embedded photo while a source is read: a draft in the inbox, or nothing at all.
package protocol PhotoSink: AnyObject {
  /// Another photo begins; what came before, and was not taken, is forgotten.
  func begin() throws(CommandProblem)
  func add(_ bytes: ArraySlice<UInt8>) throws(CommandProblem)
}

/// For who wants to know what there is, and not to have it.
package final class NoSink: PhotoSink {
  package init() {}
  package func begin() {}
  package func add(_ bytes: ArraySlice<UInt8>) {}
}

/// How a source is to be understood.
package struct SourceOptions: Sendable {
  /// `--id-from`: `name` or `path` for folders; `UID`, `FN` or `N` for cards; an attribute for directories.
  package var idFrom: String?
  /// `--map`: the source's column for each of ours.
  package var columns: [String: String]
  /// `--photos`: what `original` is relative to; the source's own folder without.
  package var photos: [UInt8]?
  /// The root that is imported into: what a folder holds of it is no source, or each import would bring in the last one.
  package var root: [UInt8]?

  package init(
    idFrom: String? = nil, columns: [String: String] = [:], photos: [UInt8]? = nil,
    besides root: [UInt8]? = nil
  ) {
    self.idFrom = idFrom
    self.columns = columns
    self.photos = photos
    self.root = root
  }
}
