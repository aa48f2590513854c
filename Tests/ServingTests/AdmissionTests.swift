import Model
import Testing

@testable import Serving

/// Who may ask: no page of another site, by whatever name it leads here.
@Suite struct AdmissionTests {
  private let admission = Admission(origins: ["https://Photos.example.org", "http://intra:8080"])

  private func problem(_ headers: [(String, String)], mutating: Bool) -> WebProblem? {
    do throws(WebProblem) { try admission.check(Headers(headers), isMutating: mutating) } catch {
      return error
    }
    return nil
  }

  @Test(arguments: [
    "127.0.0.1:8673", "localhost:8673", "LOCALHOST", "[::1]:8673", "192.168.7.7", "photos.example.org",
    "intra:8080",
    "PHOTOS.example.org:443",
  ])
  func `addresses, localhost and the origins' names are let in`(_ host: String) {
    #expect(problem([("Host", host)], mutating: false) == nil)
  }

  @Test(arguments: [
    "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "photos.example.org.evil", "",
    "1.2.3", "1.2.3.256",
    "a.b.c.d", "1.2.3.4.5", "[::1", "photos.example.org@evil", "[::1].evil.com", "[::1]evil", "[evil.com]",
    "1.2.3.+4", "1.2.3.", "localhost:80@evil", "localhost:80.evil.com", "localhost:", "[::1]:80@evil",
  ])
  func `a name that leads here is not ours for that`(_ host: String) {
    #expect(problem([("Host", host)], mutating: false) == .wrongHost(host))
  }

  @Test func `two hosts are none`() {
    #expect(problem([("Host", "localhost"), ("Host", "127.0.0.1")], mutating: false) == .wrongHost(""))
    #expect(problem([], mutating: false) == .wrongHost(""))
  }

  @Test(arguments: [
    ([], true), ([("Content-Length", "5")], true), ([("Transfer-Encoding", "Chunked")], true),
    ([("Content-Length", "5"), ("Content-Length", "6")], false),
    ([("Content-Length", "5"), ("content-length", "5")], false),
    ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], false),
    ([("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")], false),
    ([("Transfer-Encoding", "gzip, chunked")], false), ([("Transfer-Encoding", "identity")], false),
  ])
  func `a body has one length, or comes in pieces`(_ headers: [(String, String)], _ isClear: Bool) {
    #expect(Headers(headers).isLengthClear == isClear)
  }

  @Test(arguments: [
    nil, "http://localhost:8673", "https://localhost:8673", "https://photos.example.org", "http://intra:8080",
  ])
  func `changes come from programs, and from pages of these origins`(_ origin: String?) {
    let headers = [("Host", "localhost:8673"), ("X-Tondo", "1")] + (origin.map { [("Origin", $0)] } ?? [])
    #expect(problem(headers, mutating: true) == nil)
  }

  @Test(arguments: [
    "null", "http://localhost:8674", "http://localhost", "https://evil.example", "",
    "http://localhost:8673.evil.example",
    "ftp://localhost:8673",
  ])
  func `pages of other origins change nothing`(_ origin: String) {
    let headers = [("Host", "localhost:8673"), ("X-Tondo", "1"), ("Origin", origin)]
    #expect(problem(headers, mutating: true) == .wrongOrigin(origin))
  }

  @Test func `what a form can send changes nothing`() {
    #expect(problem([("Host", "localhost")], mutating: true) == .noTondoHeader)
    #expect(problem([("Host", "localhost"), ("X-Tondo", "0")], mutating: true) == .noTondoHeader)
    let crossSite = [("Host", "localhost"), ("X-Tondo", "1"), ("Sec-Fetch-Site", "cross-site")]
    #expect(problem(crossSite, mutating: true) == .wrongOrigin("cross-site"))
  }
}
