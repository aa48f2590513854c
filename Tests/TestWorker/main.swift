internal import Glibc
internal import Model

while let line = readLine() {
  guard let request = try? Wire.value(RenderRequest.self, from: Array(line.utf8)) else { exit(65) }
  behave(like: String(decoding: request.original.bytes, as: UTF8.self), request)
}
