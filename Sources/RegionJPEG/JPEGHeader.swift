/// What is known before any sample is decoded (T.81 B.2.1 to B.2.4).
public struct JPEGHeader: Sendable, Equatable {
  /// A component of the frame (T.81 B.2.2).
  public struct Component: Sendable, Equatable {
    /// The name that the file has for it: C.
    public let identifier: UInt8
    /// How many blocks of it an MCU has from left to right, 1...4: H.
    ///
    /// In a frame of one component, 1.
    public let horizontalSampling: Int
    /// The same from top to bottom: V.
    public let verticalSampling: Int
  }

  /// Pixels, as stored: 1...65535.
  public let width: Int
  /// Pixels, as stored: 1...65535.
  public let height: Int
  /// One (gray) or three, in the order of their blocks.
  public let components: [Component]
  /// Whether there is an APP0 segment of JFIF's: three components are YCbCr then.
  public let hasJFIF: Bool
  /// What Adobe's APP14 segment says of the colours: 0 none (RGB), 1 YCbCr; nil without one.
  public let adobeTransform: Int?

  /// What the scan's data is decoded with.
  let scan: ScanHeader

  /// Reads up to the data of the first scan.
  ///
  /// - Parameter bytes: The file, from its first byte.
  /// - Throws: Whatever `JPEGError` has: the picture is none, is cut, is wrong, or is for somebody else to decode.
  public init(_ bytes: Span<UInt8>) throws(JPEGError) {
    var segments = Segments()
    let scan = try segments.read(bytes)
    width = segments.width
    height = segments.height
    components = segments.components
    hasJFIF = segments.hasJFIF
    adobeTransform = segments.adobeTransform
    self.scan = scan
  }

  /// Pixels that an MCU covers, from left to right.
  public var mcuWidth: Int { 8 * components[0].horizontalSampling }
  /// Pixels that an MCU covers, from top to bottom.
  public var mcuHeight: Int { 8 * components[0].verticalSampling }

  var mcusAcross: Int { (width + mcuWidth - 1) / mcuWidth }
  var mcusDown: Int { (height + mcuHeight - 1) / mcuHeight }
}
