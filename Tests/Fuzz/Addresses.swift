internal import Model

/// Whatever a client sends as an address names something below, or is refused; and what is named can be written again.
func fuzzHTTP(_ bytes: [UInt8]) {
  fuzzHeaders(bytes)
  guard let target = RequestTarget(bytes) else { return }
  for part in target.parts {
    hold(!part.isEmpty && !part.contains(0) && !part.contains(BytePath.separator), "a part leads elsewhere")
    hold(BytePath(part) != nil, "a part is no plain name")
  }
  let path = target.parts.map { encoded($0) }.joined(separator: "/")
  hold(RequestTarget(Array("/\(path)".utf8))?.parts == target.parts, "an address changes when it is written")
}

private func fuzzHeaders(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  let headers = Headers(lines.map { ("Cookie", $0) } + lines.map { ("If-None-Match", $0) })
  _ = headers.cookie("tondo")
  _ = headers.lists("\"a\"", in: "if-none-match")
}
