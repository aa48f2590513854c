/// A number as people write it: no `.0`, no more than three decimals.
package func shown(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

/// errno in words.
package func systemText(_ number: Int32) -> String {
  switch number {
  case 1: "operation not permitted"
  case 2: "no such file or folder"
  case 5: "input/output error"
  case 11: "try again"
  case 12: "out of memory"
  case 13: "permission denied"
  case 16: "busy"
  case 17: "it exists already"
  case 18: "it lies on another file system"
  case 20: "a part of the path is not a folder"
  case 21: "it is a folder"
  case 23, 24: "too many open files"
  case 27: "file too large"
  case 28: "no space left on the device"
  case 30: "the file system is read-only"
  case 36: "name too long"
  case 39: "the folder is not empty"
  case 40: "a part of the path is a symbolic link"
  case 116: "stale file handle"
  case 122: "disk quota exceeded"
  default: "system error \(number)"
  }
}
