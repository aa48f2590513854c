import Glibc
import RegionJPEG

// RegionMutator COPIES FILE...
//
// Decodes as many changed copies of the files: without a trap, which would end it, without hanging, and in
// memory that does not grow. Copies are numbered, and made anew from their numbers.

/// What one copy may take; a megapixel at most is asked for.
let mostSeconds = 1.0
/// What memory may grow by after a tenth of the copies.
let mostGrowth = 16 << 20

func fail(_ words: String) -> Never {
  print("FAILED: \(words)")
  exit(1)
}

func contents(of file: String) -> [UInt8] {
  guard let stream = fopen(file, "rb") else { fail("\(file) cannot be read") }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&piece, 1, piece.count, stream), count > 0 { bytes += piece[..<count] }
  return bytes
}

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Bytes, at most so far.
func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss << 10
}

/// nil where the header is refused.
func decode(_ bytes: [UInt8], _ dice: inout Mutator, _ decoder: inout RegionDecoder) -> Planes.State? {
  guard let header = try? JPEGHeader(bytes.span) else { return nil }
  let left = dice.below(header.width)
  let top = dice.below(header.height)
  let region = Region(columns: left..<left + 1 + dice.below(1024), rows: top..<top + 1 + dice.below(1024))
  let scale = Scale(luma: 1 + dice.below(8), chroma: 1 + dice.below(8))
  return try? decoder.decode(region, at: scale, of: header, bytes.span).state
}

guard CommandLine.arguments.count > 2, let copies = Int(CommandLine.arguments[1]), copies > 0 else {
  print("usage: RegionMutator COPIES FILE...")
  exit(64)
}
let originals = CommandLine.arguments.dropFirst(2).map(contents)
var decoder = RegionDecoder()
var account = Account()
var settled = 0
for copy in 0..<copies {
  if copy == copies / 10 { settled = peakMemory() }
  if copy % (copies / 10 + 1) == 0 {
    print("copy \(copy)")
    fflush(nil)
  }
  var mutator = Mutator(seed: UInt64(copy))
  let bytes = mutator.changed(
    originals[copy % originals.count], other: originals[mutator.below(originals.count)])
  let start = seconds()
  let state = decode(bytes, &mutator, &decoder)
  account.add(state, seconds: seconds() - start, copy: copy)
}
let growth = peakMemory() - settled
print(
  "\(copies) copies: \(account.words); memory \(peakMemory() >> 20) MB at most, \(growth >> 20) MB of it late"
)
if account.slowest > mostSeconds { fail("copy \(account.slowestCopy) hangs") }
if growth > mostGrowth { fail("memory grows") }
if account.refused == copies { fail("all copies are refused") }
