internal import Glibc
internal import Model
internal import Sandbox

var channel = Channel(0)
while let line = channel.next() {
  guard let request = try? Wire.value(RenderRequest.self, from: line) else { exit(65) }
  behave(like: String(decoding: request.original?.bytes ?? [], as: UTF8.self), request, channel.files)
  channel.closeFiles()
}
