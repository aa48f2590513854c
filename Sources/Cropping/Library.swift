internal import CTondoImage
package import Model

/// libvips, started: what everything else here needs.
///
/// One in a process, used by one thread.
package struct Library: ~Copyable {
  /// Starts libvips with all loaders and savers blocked but those that are needed for photos, or for drawings.
  package init(drawing: Bool = false) throws(NodeProblem) {
    guard tondo_image_start(drawing ? TONDO_FOR_DRAWINGS : TONDO_FOR_PHOTOS) == 0 else {
      throw .workerProtocol(
        Message("protocol.libvips", ["detail": Failure.pending().message]))
    }
  }

  /// The formats that this installation reads and writes.
  package func formats() -> Formats {
    Formats(read: InputFormat.allCases.filter(Self.reads), write: OutputFormat.allCases.filter(Self.writes))
  }

  private static func reads(_ format: InputFormat) -> Bool {
    let codec = format == .heif ? HeifCodec.hevc : format == .avif ? .av1 : nil
    return tondo_image_has_operation(format.loader.operation) != 0
      && (codec.map { tondo_image_has_heif_codec($0.rawValue, 0) != 0 } ?? true)
  }

  /// Tried out: an encoder can be there and yet not work.
  private static func writes(_ format: OutputFormat) -> Bool {
    let dot = Pixels(width: 1, height: 1, bands: 3, samples: [0, 0, 0])
    return (try? Encoding(format: format, quality: format.defaultQuality ?? 0).bytes(of: dot)) != nil
  }
}

/// What an installation can do.
package struct Formats: Hashable, Sendable, Codable {
  package var read: [InputFormat]
  package var write: [OutputFormat]
}

private enum HeifCodec: Int32 {
  case hevc = 1
  case av1 = 4
}

extension InputFormat {
  /// The shim's loader for it.
  var loader: Loader {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .gif: .gif
    case .tiff: .tiff
    case .heif, .avif: .heif
    }
  }
}

extension InputFormat {
  /// Whether the decoder's count of pictures is one of tiles and thumbnails, too.
  var hasTiles: Bool { self == .heif || self == .avif }
}

/// The loaders of libvips that are let in.
enum Loader {
  case jpeg, png, webp, gif, tiff, heif

  var operation: String {
    switch self {
    case .jpeg: "jpegload_source"
    case .png: "pngload_source"
    case .webp: "webpload_source"
    case .gif: "gifload_source"
    case .tiff: "tiffload_source"
    case .heif: "heifload_source"
    }
  }

  var shim: tondo_loader {
    switch self {
    case .jpeg: TONDO_LOADER_JPEG
    case .png: TONDO_LOADER_PNG
    case .webp: TONDO_LOADER_WEBP
    case .gif: TONDO_LOADER_GIF
    case .tiff: TONDO_LOADER_TIFF
    case .heif: TONDO_LOADER_HEIF
    }
  }
}
