internal import RegionJPEG

/// A JPEG is decoded, or refused; twice the same; and a part of it is what it is in the whole.
func fuzzRegion(_ bytes: [UInt8]) {
  guard let header = try? JPEGHeader(bytes.span) else { return }
  hold(header.width > 0 && header.height > 0, "a size of \(header.width) x \(header.height)")
  // Larger ones only take longer.
  guard header.width * header.height <= 1 << 18 else { return }
  let dice = bytes.reduce(UInt32(header.width)) { $0 &* 31 &+ UInt32($1) }
  let scale = Scale(luma: 1 + Int(dice & 7), chroma: 1 + Int(dice >> 3 & 7))
  let whole = Region(columns: 0..<header.width, rows: 0..<header.height)
  let left = Int(dice >> 6 & 0xfff) % header.width
  let top = Int(dice >> 18 & 0xfff) % header.height
  let part = Region(columns: left..<header.width, rows: top..<header.height)
  var decoder = RegionDecoder()
  let first = decoded(whole, scale, header, bytes, &decoder)
  let window = decoded(part, scale, header, bytes, &decoder)
  let again = decoded(whole, scale, header, bytes, &decoder)
  hold(rows(first, as: first) == rows(again, as: first) && first.state == again.state, "another picture")
  if first.state == .sound {
    hold(window.state == .sound, "a part is not sound")
    hold(rows(window, as: window) == rows(first, as: window), "a part is another one")
  }
}

private func decoded(
  _ region: Region, _ scale: Scale, _ header: JPEGHeader, _ bytes: [UInt8], _ decoder: inout RegionDecoder
) -> Planes {
  do throws(JPEGError) { return try decoder.decode(region, at: scale, of: header, bytes.span) } catch {
    fatalError("\(error) for a region of the picture")
  }
}

/// The samples where another region's planes are.
private func rows(_ planes: Planes, as part: Planes) -> [ArraySlice<UInt8>] {
  zip(planes.planes, part.planes).flatMap { plane, part in
    (part.y..<part.y + part.height).map { row in
      let first = plane.offset + (row - plane.y) * plane.stride + part.x - plane.x
      hold(first + part.width + 32 <= planes.samples.count, "a row behind the samples' end")
      return planes.samples[first..<first + part.width]
    }
  }
}
