/// A number as people write it: no `.0`, no more than three decimals.
package func shown(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

/// errno in words.
package func systemText(_ number: Int32) -> Message {
  // ENFILE and EMFILE: there is no difference to a person.
  let key = "errno.\(number == 23 ? 24 : number)"
  return Language.english.has(key) ? Message(key) : Message("errno.other", ["number": number])
}
