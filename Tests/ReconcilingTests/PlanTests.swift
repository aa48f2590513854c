import Model
import Testing

@testable import Reconciling

@Suite("What is to be done")
struct PlanTests {
  static let photos = [
    Row("What lies in the inbox is what is still to do", nil, "make inbox/jane.jpg at default: new photo") {
      $0.photo("inbox/jane.jpg", 5)
    },
    Row(
      "Of several photos the last to arrive wins", nil,
      "make inbox/jane.png at default: new photo; kept jane"
    ) {
      $0.photo("inbox/jane.jpg", 5)
      $0.photo("inbox/jane.png", 6)
    },
    Row(
      "Other bytes under a known id replace the original, at the default placement",
      jane { $0.attributes = scaled(2) },
      "make inbox/jane.jpg at default: replaced photo; known jane"
    ) { $0.photo("inbox/jane.jpg", 5) },
    Row(
      "The same bytes only count while the kept original has them",
      "make inbox/jane.jpg at default: replaced photo"
    ) {
      $0.photo("inbox/jane.jpg", 5)
      $0.original = .gone
    },
    Row(
      "A new photo starts at the default placement unless a job came with it",
      "make inbox/jane.jpg at 2.0: replaced photo; done jane.job; known jane"
    ) {
      $0.photo("inbox/jane.jpg", 5)
      $0.job("jane", 4, scale: 2)
    },
    Row("What still settles is waited for", "wait") {
      $0.photo("inbox/jane.jpg", 5)
      $0.isSettling = true
    },
    Row("An incomplete photo waits, and what was made stays", "nothing") { $0.hasIncompletePhoto = true },
    Row(
      "An original changed in place is like a new drop, with the attributes kept",
      jane { $0.attributes = scaled(2) },
      "make originals/jane.jpg at 2.0: changed original; known jane"
    ) { $0.original = .changed(signature(9)) },
    Row("One changed in place that looks incomplete is waited for", "wait") {
      $0.original = .changed(signature(9))
      $0.hasIncompletePhoto = true
    },
    Row(
      "One put into originals/ by hand is like a new drop, with the attributes kept",
      jane { $0.attributes = scaled(2) },
      "make originals/jane.png at 2.0: changed original; known jane"
    ) { $0.photo("originals/jane.png", 9) },
    Row("An original missing from originals/: put it back or remove", "fail: original gone") {
      $0.original = .gone
    },
    Row("A new photo mends a missing original", "make inbox/jane.jpg at default: replaced photo") {
      $0.original = .gone
      $0.photo("inbox/jane.jpg", 5)
    },
  ]

  static let jobs = [
    Row("A job without its original waits", nil, "wait") { $0.job("jane", 5, scale: 2) },
    Row(
      "A job that came before its original is applied to it", nil,
      "make inbox/jane.jpg at 2.0: new photo; done jane.job"
    ) {
      $0.job("jane", 4, scale: 2)
      $0.photo("inbox/jane.jpg", 5)
    },
    Row(
      "A job long after its original makes again from the kept one",
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) { $0.job("jane", 5, scale: 2) },
    Row(
      "A job without a placement goes back to the default one",
      jane { $0.attributes = scaled(2) },
      "make originals/jane.jpg at default: job; done jane.job; known jane"
    ) { $0.job("jane", 5, scale: nil) },
    Row(
      "Of several jobs the last to arrive holds",
      "make originals/jane.jpg at 3.0: job; done a.job, b.job; known jane"
    ) {
      $0.job("a", 5, scale: 2)
      $0.job("b", 6, scale: 3)
    },
    Row("A job that asks for what is there is done", "drop jane.job") { $0.job("jane", 5, scale: 1) },
    Row("A job replaces all attributes, also those that change no avatar", "write 1.0 over text") {
      $0.job("jane", 5, .place(Attributes(placement: .centre, shape: .square)))
    },
    Row(
      "A later edit wins over a job",
      "make originals/jane.jpg at 3.0: edit; done jane.job; known jane"
    ) {
      $0.job("jane", 5, scale: 2)
      $0.edit(6, scale: 3)
    },
    Row(
      "A later job wins over an edit",
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) {
      $0.job("jane", 6, scale: 2)
      $0.edit(5, scale: 3)
    },
    Row("A later job that asks for what is there takes an edit back before it goes", "write 1.0 over edit") {
      $0.job("jane", 6, scale: 1)
      $0.edit(5, scale: 3)
    },
    Row("A later edit back to what is there makes a job pointless", "drop jane.job") {
      $0.job("jane", 5, scale: 2)
      $0.edit(6, scale: 1)
    },
    Row("A job that came with a photo which failed waits for that photo", "nothing") {
      $0.job("jane", 5, scale: 2)
      $0.failedPhoto = 6
    },
    Row(
      "A job that came after a photo failed is for the kept original",
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) {
      $0.job("jane", 7, scale: 2)
      $0.failedPhoto = 6
    },
    Row("A job waits with an incomplete photo", "nothing") {
      $0.job("jane", 5, scale: 2)
      $0.hasIncompletePhoto = true
    },
    Row(
      "A job that a crash kept from being removed is not applied again",
      jane { $0.job = .init(file: WirePath(Array("inbox/b.job.json".utf8)), signature: signature(6)) },
      "drop a.job, b.job"
    ) {
      $0.job("a", 5, scale: 2)
      $0.job("b", 6, scale: 3)
      $0.job("c", 7, scale: 4)
    },
    Row(
      "A job under a name that was used before is a new one",
      jane { $0.job = .init(file: WirePath(Array("inbox/jane.job.json".utf8)), signature: signature(5)) },
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) { $0.job("jane", 9, scale: 2) },
  ]

  static let removals = [
    Row("A job can remove all traces of an id", "remove jane.job") { $0.job("jane", 5, .remove) },
    Row("Photos that came before go with it, and the job goes last", "remove jane, a.job, b.job") {
      $0.photo("inbox/jane.jpg", 4)
      $0.job("a", 3, scale: 2)
      $0.job("b", 5, .remove)
    },
    Row("A photo that came after stays", "remove jane.job") {
      $0.photo("inbox/jane.jpg", 6)
      $0.job("jane", 5, .remove)
    },
    Row("An original that the ledger does not know is a trace, too", nil, "remove jane, jane.job") {
      $0.photo("originals/jane.jpg", 4)
      $0.job("jane", 5, .remove)
    },
    Row(
      "Of several jobs the last holds, also over a removal",
      "make originals/jane.jpg at 2.0: job; done a.job, b.job; known jane"
    ) {
      $0.job("a", 4, .remove)
      $0.job("b", 5, scale: 2)
    },
    Row("An id with an unreadable edit can be removed", "remove jane.job") {
      $0.manifest = .unreadable(Explanation(.verbatim("x"), nil))
      $0.job("jane", 5, .remove)
    },
    Row("An id that nobody knows can be removed", nil, "remove jane.job") { $0.job("jane", 5, .remove) },
  ]

  static let manifests = [
    Row("All is as it should be", "nothing") { _ in },
    Row("Nothing is there", nil, "nothing") { _ in },
    Row(
      "An edited manifest is processed from the kept original",
      "make originals/jane.jpg at 2.0: edit; known jane"
    ) { $0.edit(5, scale: 2) },
    Row(
      "An edit without a placement takes the default one",
      "make originals/jane.jpg at default: edit; known jane"
    ) { $0.edit(5, scale: nil) },
    Row("An edit that can't be read leaves all as it is", "fail: unreadable") {
      $0.manifest = .unreadable(Explanation(.verbatim("x"), nil))
      $0.photo("inbox/jane.jpg", 5)
    },
    Row("The same in other words is accepted", "accept") { $0.edit(5, scale: 1, as: jane()) },
    Row("A change to Tondo's account is undone", "write 1.0 over edit, undo crop.x") {
      $0.edit(
        5, scale: 1, as: jane { $0.crop?.x = 9 },
        changes: [AccountChange("crop.x", instead: .attribute("crop"))])
    },
    Row("A manifest may be as short as its attributes", "write 1.0 over edit") { $0.edit(5, scale: 1) },
    Row("A deleted manifest comes back", "write 1.0 over nothing") { $0.manifest = .missing },
    Row("An emptied manifest comes back", "write 1.0 over \(emptyText)") { $0.manifest = .empty },
    Row("A manifest under another name has no original", nil, "fail: no original") { $0.edit(5, scale: 2) },
    Row(
      "A manifest copied beside an original counts for that id", nil,
      "make inbox/jane.jpg at 2.0: new photo"
    ) {
      $0.edit(5, scale: 2)
      $0.photo("inbox/jane.jpg", 9)
    },
    Row(
      "An edit older than a new photo does not place it",
      "make inbox/jane.jpg at default: replaced photo; known jane"
    ) {
      $0.edit(5, scale: 2)
      $0.photo("inbox/jane.jpg", 6)
    },
    Row(
      "An edit after a new photo places it",
      "make inbox/jane.jpg at 2.0: replaced photo; known jane"
    ) {
      $0.edit(7, scale: 2)
      $0.photo("inbox/jane.jpg", 6)
    },
    Row("An empty manifest without a record is nothing", nil, "nothing") { $0.manifest = .empty },
  ]

  static let healing = [
    Row(
      "Changed outputs are back-filled", jane { $0.made = "under older settings" },
      "make originals/jane.jpg at 1.0: settings; known jane"
    ) { _ in },
    Row(
      "What was asked to be made again is", jane { $0.made = "" },
      "make originals/jane.jpg at 1.0: retry; known jane"
    ) { _ in },
    Row(
      "A deleted or changed avatar comes back",
      "make originals/jane.jpg at 1.0: damaged avatar; known jane"
    ) { $0.avatarsAreDamaged = true },
    Row("What failed is not tried for ever", failedMade: made("jane", scaled(2)), "stay failed") {
      $0.edit(5, scale: 2)
    },
    Row(
      "Damage that could not be mended is not tried for ever", failedMade: made("jane", scaled(1)),
      "stay failed"
    ) { $0.avatarsAreDamaged = true },
    Row(
      "Another edit than the one that failed is tried", failedMade: made("jane", scaled(2)),
      "make originals/jane.jpg at 3.0: edit; known jane"
    ) { $0.edit(5, scale: 3) },
    Row("An edit back to what was made mends a failed one", failedMade: made("jane", scaled(2)), "accept") {
      $0.edit(5, scale: 1, as: jane())
    },
    Row(
      "A job asks again for what failed", failedMade: made("jane", scaled(2)),
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) { $0.job("jane", 5, scale: 2) },
  ]

  @Test("Placeholders", arguments: placeholders) func placeholder(_ row: Row) {
    #expect(row.decide() == row.expected)
  }
  @Test("Photos", arguments: photos) func photo(_ row: Row) { #expect(row.decide() == row.expected) }
  @Test("Jobs", arguments: jobs) func job(_ row: Row) { #expect(row.decide() == row.expected) }
  @Test("Removal", arguments: removals) func removal(_ row: Row) { #expect(row.decide() == row.expected) }
  @Test("Manifests", arguments: manifests) func manifest(_ row: Row) { #expect(row.decide() == row.expected) }
  @Test("Healing", arguments: healing) func heal(_ row: Row) { #expect(row.decide() == row.expected) }
}
