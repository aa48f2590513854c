/// The known word that was probably meant; nil where none is near enough to be worth a question.
package func nearest(to text: String, among known: [String]) -> String? {
  guard text.utf8.count <= 64 else { return nil }
  let wanted = text.lowercased()
  let ranked = known.map { (word: $0, distance: editDistance(wanted, $0.lowercased())) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  let longer = max(wanted.unicodeScalars.count, best.word.unicodeScalars.count)
  return best.distance <= max(1, longer / 3) && best.distance < longer ? best.word : nil
}

/// How many letters to add, remove, change, or swap with their neighbour.
func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.unicodeScalars), right = Array(right.unicodeScalars)
  var before: [Int] = []
  var row = Array(0...right.count)
  for i in left.indices {
    var next = [i + 1]
    for j in right.indices {
      let changed = row[j] + (left[i] == right[j] ? 0 : 1)
      var least = min(changed, row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        least = min(least, before[j - 1] + 1)
      }
      next.append(least)
    }
    (before, row) = (row, next)
  }
  return row[right.count]
}
