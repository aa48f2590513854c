import Foundation

/// A manifest as a script would read it: by its documented keys, not by Tondo's own reader.
struct Account: Decodable, Equatable {
  struct Position: Decodable, Equatable {
    var x: Double
    var y: Double
  }

  struct Viewport: Decodable, Equatable {
    var width: Double
    var height: Double
    var inset: Double?
  }

  struct Attributes: Decodable, Equatable {
    var scale: Double?
    var position: Position?
    var viewport: Viewport?
    var rotation: Int?
    var placeholder: Placeholder?
  }

  struct Placeholder: Decodable, Equatable {
    var symbol: String?
    var initials: String?
    var from: String?
    var image: String?
  }

  struct Original: Decodable, Equatable {
    var file: String
    var sha256: String
    var bytes: Int
    var format: String
    var width: Int
    var height: Int
  }

  struct Crop: Decodable, Equatable {
    var x: Int
    var y: Int
    var size: Int
  }

  struct Avatar: Decodable, Equatable {
    var file: String
    var size: Int
    var format: String
    var bytes: Int
    var sha256: String
  }

  var version: Int
  var id: String
  var attributes: Attributes
  var original: Original
  var crop: Crop
  var avatars: [Avatar]
  var warnings: [String]
  var made: String
  var processed: String
}

extension Account {
  private enum Key: String, CodingKey {
    case version, id, attributes, original, crop, avatars, warnings, made, processed
  }

  /// A placeholder without a photo has an original without a name, and any placeholder a crop of nothing.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    version = try values.decode(Int.self, forKey: .version)
    id = try values.decode(String.self, forKey: .id)
    attributes = try values.decode(Attributes.self, forKey: .attributes)
    original =
      try values.decodeIfPresent(Original.self, forKey: .original)
      ?? Original(file: "", sha256: "", bytes: 0, format: "", width: 0, height: 0)
    crop = try values.decodeIfPresent(Crop.self, forKey: .crop) ?? Crop(x: 0, y: 0, size: 0)
    avatars = try values.decode([Avatar].self, forKey: .avatars)
    warnings = try values.decode([String].self, forKey: .warnings)
    made = try values.decode(String.self, forKey: .made)
    processed = try values.decode(String.self, forKey: .processed)
  }
}

extension Root {
  /// An id's manifest; nil where there is none that can be read.
  func account(_ id: String) -> Account? {
    read("avatars/\(id).json").flatMap { try? JSONDecoder().decode(Account.self, from: Data($0)) }
  }

  /// What is not as an id's manifest says; empty where all is well.
  func faults(_ id: String) -> [String] {
    guard let account = account(id) else { return ["\(id): no readable manifest"] }
    var faults: [String] = []
    if account.id != id { faults.append("\(id): the manifest is of \(account.id)") }
    if account.original.file.isEmpty {
      if account.attributes.placeholder == nil { faults.append("\(id): neither original nor placeholder") }
    } else if sha256(account.original.file) != account.original.sha256 {
      faults.append("\(id): \(account.original.file) differs")
    }
    let folder = ("avatars/\(id)" as NSString).deletingLastPathComponent
    for avatar in account.avatars where sha256("\(folder)/\(avatar.file)") != avatar.sha256 {
      faults.append("\(id): \(avatar.file) differs")
    }
    return faults
  }

  /// The ids that have a manifest.
  var ids: [String] { files("avatars").filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) } }
}
