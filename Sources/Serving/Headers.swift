/// The headers of a request, by names in lower case.
struct Headers: Hashable, Sendable {
  private var all: [Header] = []

  private struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }

  init(_ headers: [(String, String)] = []) { for (name, value) in headers { add(name, value) } }

  mutating func add(_ name: String, _ value: String) {
    all.append(Header(name: name.lowercased(), value: value))
  }

  /// Nil where the header is missing, or stands there twice: then nobody can know which one counts.
  subscript(name: String) -> String? {
    let found = all.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  /// Whether there can be no two opinions where the body ends: what stands before this server must not see another
  /// request than it does.
  var isLengthClear: Bool {
    guard has("transfer-encoding") else { return !has("content-length") || self["content-length"] != nil }
    return !has("content-length") && self["transfer-encoding"]?.lowercased() == "chunked"
  }

  func has(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// The value of a cookie; of several of one name the first.
  func cookie(_ name: String) -> String? {
    for header in all where header.name == "cookie" {
      for pair in header.value.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.utf8.count + 1)) }
      }
    }
    return nil
  }

  /// Whether a list of entity tags names this one, quotes and all.
  func lists(_ tag: String, in name: String) -> Bool {
    guard let list = self[name] else { return false }
    let tags = list.split(separator: ",").map { String($0.filter { $0 != " " }) }
    return tags.contains { ["*", tag, "W/" + tag].contains($0) }
  }
}
