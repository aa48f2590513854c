internal import Model

/// What is read of a photo before a decoder sees it, as that format and as every other one.
func fuzzPhoto(_ raw: UnsafeRawBufferPointer) {
  let bytes = ByteReader(raw)
  if let found = try? Sniffing.format(of: bytes), raw.count < 12 {
    let claims = Claims(bytes: bytes, format: found)
    hold((try? Completeness.check(claims)) == nil, "a whole \(found) in \(raw.count) bytes")
  }
  for format in InputFormat.allCases {
    let claims = Claims(bytes: bytes, format: format)
    if let size = claims.size { hold(size.width > 0 && size.height > 0, "\(format): a size of \(size)") }
    hold(claims.frames ?? 0 >= 0, "\(format): frames below none")
    _ = claims.hasGainMap
    do throws(PhotoProblem) { try Completeness.check(claims) } catch {
      hold(error.isIncomplete, "\(format): \(error)")
    }
  }
}
