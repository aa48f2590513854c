/// Base64 (RFC 4648, section 4) of bytes at hand.
package func base64(_ bytes: some Collection<UInt8>) -> String {
  String(decoding: base64Text(bytes), as: UTF8.self)
}

/// The same as bytes of ASCII.
package func base64Text(_ bytes: some Collection<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var rest = bytes[...]
  while !rest.isEmpty {
    let three = rest.prefix(3)
    rest = rest.dropFirst(3)
    var bits: UInt32 = 0
    for byte in three { bits = bits << 8 | UInt32(byte) }
    bits <<= 8 * UInt32(3 - three.count)
    for place in 0..<4 {
      text.append(
        place > three.count ? UInt8(ascii: "=") : base64Alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
    }
  }
  return text
}

/// The characters for 0...63.
package let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
