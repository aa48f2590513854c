/// Why a JPEG's header or a part of its picture cannot be had.
public enum JPEGError: Error, Sendable, Equatable {
  /// The first two bytes are no SOI marker.
  case notJPEG
  /// The bytes end before the first scan begins.
  case truncated
  /// A marker segment, at this offset in the bytes, contradicts T.81.
  case malformed(offset: Int)
  /// A JPEG, maybe a good one, of a kind that `RegionDecoder` leaves to others.
  case unsupported(Unsupported)

  /// Nothing of the region lies in the picture.
  case emptyRegion

  /// A kind of JPEG that `RegionDecoder` leaves to others.
  public enum Unsupported: Sendable, Equatable {
    /// The process is none of baseline and extended sequential with Huffman coding (T.81, table B.1).
    case progressive, arithmetic, lossless, hierarchical
    /// Bits in a sample, where they are not 8.
    case precision(Int)
    /// Components in the frame, where they are neither one nor three.
    case components(Int)
    /// Chroma has more than one block in an MCU, or luma more than eight.
    case sampling
    /// The components do not come in one interleaved scan.
    case severalScans
    /// The number of lines follows the first scan (T.81 B.2.5).
    case numberOfLines
    /// The scan needs a quantization or Huffman table that is not there: an abbreviated format (T.81 B.5).
    case abbreviated
  }
}
