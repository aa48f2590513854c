/// How a component's blocks are read and reconstructed.
struct ComponentScan {
  /// That of its Huffman tables in `DecodingTables`.
  var slot = 0
  /// Its blocks in an MCU.
  var across = 1
  var down = 1
  /// Samples in a row of a reconstructed block, 1...8.
  var size = 8
  /// The last coefficient in the zigzag that this needs.
  var last = 63
  /// Where the region's first sample is, and from a sample to that below it.
  var offset = 0
  var stride = 0

  /// From an MCU's first sample to that of the next one, to the right and down.
  var width: Int { across &* size }
  var height: Int { down &* size }
}

/// Up to three; what is behind `RegionScan.componentCount` is not used.
typealias ComponentScans = InlineArray<4, ComponentScan>
