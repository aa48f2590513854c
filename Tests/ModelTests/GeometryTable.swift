import Foundation
import Testing

@testable import Model

/// The cases of `Fixtures/geometry.json`, with which the page's geometry is tested as well.
enum GeometryTable {
  struct Row: Sendable, CustomTestStringConvertible {
    let size: PixelSize
    let placement: Placement?
    let square: Square?
    let crop: CropSquare
    let testDescription: String
  }

  static func frames() throws -> [Row] { try rows("frames") }
  static func rounded() throws -> [Row] { try rows("rounded") }

  private static func rows(_ key: String) throws -> [Row] {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/geometry.json")
    let table = Field(value: try JSONValue(reading: Array(try Data(contentsOf: file))), path: "")
    return try table.object(["frames", "rounded"]).required(key).elements().map(Row.init)
  }
}

extension GeometryTable.Row {
  fileprivate init(_ field: Field) throws {
    let fields = try field.object(["says", "image", "attributes", "square", "crop"])
    let image = try fields.required("image").numbers()
    size = PixelSize(width: Int(image[0]), height: Int(image[1]))
    let attributes = try fields["attributes"].map { try Attributes($0.object(Attributes.keys)) }
    placement = attributes.map { $0.placement ?? .centre }
    square = try fields["square"]?.numbers().square
    let whole = try fields.required("crop").numbers().map { Int($0) }
    crop = CropSquare(x: whole[0], y: whole[1], size: whole[2])
    testDescription = "\(try fields["says"]?.string() ?? "") \(image) \(square.map { "\($0)" } ?? "")"
  }
}

extension Field {
  fileprivate func numbers() throws -> [Double] { try elements().map { try $0.number(-1e7...1e7) } }
}

extension [Double] {
  fileprivate var square: Square { Square(x: self[0], y: self[1], side: self[2]) }
}
