import Model

@testable import Reconciling

extension PlanTests {
  static let placeholders = [
    Row(
      "A job makes a placeholder at once, and waits", nil, "make star at default: placeholder; waits jane.job"
    ) {
      $0.job("jane", 5, .place(star()))
    },
    Row("The job stays until the photo comes", waitingJane(), "nothing") {
      $0.job("jane", 5, .place(star()))
    },
    Row(
      "The photo takes the placeholder's place, and is placed by the job",
      waitingJane { $0.attributes = star(2) }, "make inbox/jane.jpg at 2.0: new photo; done jane.job"
    ) {
      $0.job("jane", 5, .place(star(2)))
      $0.photo("inbox/jane.jpg", 6)
    },
    Row(
      "A photo that comes with the job needs no placeholder", nil,
      "make inbox/jane.jpg at 2.0: new photo; done jane.job"
    ) {
      $0.job("jane", 5, .place(star(2)))
      $0.photo("inbox/jane.jpg", 4)
    },
    Row(
      "Without its job the photo is placed by the manifest", waitingJane { $0.attributes = star(2) },
      "make inbox/jane.jpg at 2.0: new photo"
    ) { $0.photo("inbox/jane.jpg", 6) },
    Row(
      "A photo that still arrives holds up no placeholder", nil,
      "make star at default: placeholder; waits jane.job"
    ) {
      $0.job("jane", 5, .place(star()))
      $0.hasIncompletePhoto = true
    },
    Row("A photo that failed leaves the placeholder", waitingJane(), "nothing") {
      $0.job("jane", 5, .place(star()))
      $0.failedPhoto = 6
    },
    Row("A placeholder stays without its job", waitingJane(), "nothing") { _ in },
    Row(
      "Another job draws it anew, and the earlier one is done", waitingJane(),
      "make heart at default: placeholder; waits b.job; done a.job"
    ) {
      $0.job("a", 5, .place(star()))
      $0.job("b", 6, .place(standIn(.heart)))
    },
    Row("A job that asks for no placeholder waits for its photo", waitingJane(), "nothing") {
      $0.job("a", 5, .place(star()))
      $0.job("b", 6, scale: 2)
    },
    Row(
      "Another placement for the photo that is to come is written down", waitingJane(), "write 2.0 over text"
    ) {
      $0.job("jane", 5, .place(star(2)))
    },
    Row(
      "A later edit draws it anew, and the job is done", waitingJane(),
      "make heart at default: edit; done jane.job"
    ) {
      $0.job("jane", 5, .place(star()))
      $0.edit(6, standIn(.heart))
    },
    Row("An edit before the job is overtaken", waitingJane(), "write default over edit") {
      $0.job("jane", 6, .place(star()))
      $0.edit(5, standIn(.heart))
    },
    Row("Without its placeholder a manifest needs a photo", waitingJane(), "fail: no original") {
      $0.edit(6, scale: 1)
    },
    Row("A manifest written by hand draws its placeholder", nil, "make star at default: edit") {
      $0.edit(6, star())
    },
    Row("Changed outputs are back-filled", waitingJane { $0.made = "old" }, "make star at default: settings")
    { _ in },
    Row("What was asked to be made again is", waitingJane { $0.made = "" }, "make star at default: retry") {
      _ in
    },
    Row("A deleted or changed avatar comes back", waitingJane(), "make star at default: damaged avatar") {
      $0.avatarsAreDamaged = true
    },
    Row("A deleted manifest comes back", waitingJane(), "write default over nothing") {
      $0.manifest = .missing
    },
    Row(
      "A placeholder that failed is not tried for ever", waitingJane(),
      failedMade: made(nil, standIn(.heart)),
      "stay failed"
    ) { $0.edit(6, standIn(.heart)) },
    Row("A placeholder is removed like a photo", waitingJane(), "remove jane.job") {
      $0.job("jane", 5, .remove)
    },
    Row("A manifest can go back to a placeholder", "make star at 2.0: edit; known jane") {
      $0.edit(5, star(2))
    },
    Row(
      "Taking it out shows the photo again",
      jane {
        $0.attributes = star(2)
        $0.made = made(nil, star(2))
      }, "make originals/jane.jpg at 2.0: edit; known jane"
    ) { $0.edit(5, scale: 2) },
    Row(
      "A job for an id with a photo shows the photo, whatever stands in for it",
      "make originals/jane.jpg at 2.0: job; done jane.job; known jane"
    ) { $0.job("jane", 5, .place(star(2))) },
    Row(
      "A new photo takes the place of a placeholder",
      jane {
        $0.attributes = star(2)
        $0.made = made(nil, star(2))
      }, "make inbox/jane.jpg at default: replaced photo; known jane"
    ) { $0.photo("inbox/jane.jpg", 5) },
    Row(
      "One changed in place does, too, where it was placed before",
      jane {
        $0.attributes = star(2)
        $0.made = made(nil, star(2))
      }, "make originals/jane.jpg at 2.0: changed original; known jane"
    ) { $0.original = .changed(signature(9)) },
  ]
}
