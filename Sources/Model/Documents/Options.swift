/// Attributes and outputs as they are written on a command line.
///
/// Each option holds its raw text. It is turned into the value that a document would hold, so that the ranges and
/// sentences are the same; a problem's key path is then the option, as in `--scale`.
package struct Options: Hashable, Sendable {
  package var scale: String?
  /// `X,Y`.
  package var position: String?
  /// `WIDTHxHEIGHT` or `WIDTHxHEIGHT,INSET`.
  package var viewport: String?
  /// `X,Y,SIZE` or `X,Y,WIDTHxHEIGHT`.
  package var crop: String?
  package var rotation: String?
  package var shape: String?
  package var background: String?
  /// Each makes an avatar.
  package var sizes: [String] = []
  package var format: String?
  package var quality: String?
  package var maxBytes: String?

  package init() {}

  /// What the placement, rotation, shape and background options say.
  package func attributes() throws(DocumentProblem) -> Attributes {
    do throws(DocumentProblem) { return try Attributes(Fields(members: members(), whole: .nothing)) } catch {
      throw error.ofOption
    }
  }

  /// What the output options say; nil where there is none.
  ///
  /// Where only some are given, an avatar is 512 and webp.
  package func outputs() throws(DocumentProblem) -> [Output]? {
    guard !sizes.isEmpty || format != nil || quality != nil || maxBytes != nil else { return nil }
    do throws(DocumentProblem) { return try list() } catch { throw error.ofOption }
  }

  private func list() throws(DocumentProblem) -> [Output] {
    var outputs: [Output] = []
    for text in sizes.isEmpty ? ["512"] : sizes {
      let size = try Words("size", text).number()
      let output = Output(
        size: try size.integer(Output.sizes),
        format: try format.map { Words("format", $0).field }?.format() ?? .webp,
        quality: try number("quality", quality)?.quality(),
        maxBytes: try number("maxBytes", maxBytes)?.maxBytes())
      try size.checkNew(output, among: outputs)
      outputs.append(output)
    }
    return outputs
  }

  private func number(_ key: String, _ text: String?) throws(DocumentProblem) -> Field? {
    guard let text else { return nil }
    return try Words(key, text).number()
  }

  /// The attributes as the members of a document.
  private func members() throws(DocumentProblem) -> [JSONMember] {
    var members: [JSONMember] = []
    if let scale { members.append(JSONMember("scale", try Words("scale", scale).number().value)) }
    if let position { members.append(try Words("position", position).position()) }
    if let viewport { members.append(try Words("viewport", viewport).viewport()) }
    if let crop { members.append(try Words("crop", crop).crop()) }
    if let rotation { members.append(JSONMember("rotation", try Words("rotation", rotation).number().value)) }
    if let shape { members.append(Words("shape", shape).member()) }
    if let background { members.append(Words("background", background).member()) }
    return members
  }
}

extension DocumentProblem {
  /// The same with the option as its path: `maxBytes` becomes `--max-bytes`.
  fileprivate var ofOption: DocumentProblem {
    let option = keyPath.prefix { $0 != "." }
    let spelled = option == "maxBytes" ? "max-bytes" : String(option)
    return DocumentProblem(fault, at: at, keyPath: "--\(spelled)\(keyPath.dropFirst(option.count))")
  }
}
