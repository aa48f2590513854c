package import Model

/// What an id needs: the difference between what the folders hold, what was done, and the settings in force.
///
/// Pure. Events, start-up and re-scans all ask this one function, so they cannot disagree.
/// - Parameters:
///   - found: what the folders hold now.
///   - record: what was done last; nil where nothing was.
///   - failedMade: the fingerprint that failed last, so that it is not tried for ever.
///   - made: the fingerprint of a digest and attributes under the settings in force.
/// - Returns: the next thing to do; once it is done, the folders are to be looked at and asked about again.
package func plan(
  _ found: Found, record: Record?, failedMade: String? = nil, made: (String?, Attributes) -> String
) -> Decision {
  if found.isSettling { return .wait }
  if let removal = removal(found) { return removal }
  if case .unreadable(let text) = found.manifest { return .fail(.unreadableEdit(text)) }
  if let applied = appliedJobs(found, record) { return .drop(applied) }
  guard let source = source(found, record) else {
    guard let making = placeholder(found, record) else { return withoutOriginal(found, record) }
    return compared(making, found, record, failedMade, made)
  }
  let wish = wish(found, record, source)
  let isShown = wish.attributes.placeholder == nil
  let making = Making(
    source: isShown ? source : nil, isKept: wish.isKept, attributes: wish.attributes,
    known: known(found, record), jobs: wish.jobs, superseded: Array(found.photos.dropLast()),
    manifest: found.manifest.text(record), cause: wish.cause)
  guard wish.isKept else { return .make(making) }
  return compared(making, found, record, failedMade, made)
}

/// A new photo with the same bytes needs no work only while the kept original has them, too.
private func known(_ found: Found, _ record: Record?) -> String? {
  if case .changed = found.original, found.photos.isEmpty { return record?.original?.facts.sha256 }
  return found.original == .intact ? record?.original?.facts.sha256 : nil
}

/// A remove job holds when no other job came after it; photos that came before it go with it.
///
/// It goes last itself: a crash before that asks again.
private func removal(_ found: Found) -> Decision? {
  guard let last = found.jobs.last, last.action == .remove else { return nil }
  let photos = found.photos.filter { $0.signature.changed <= last.signature.changed }
  return .remove(files: photos.map(\.path) + found.jobs.map(\.path))
}

/// Jobs that a crash kept from being removed after they were applied: the last one, and those that it overtook.
private func appliedJobs(_ found: Found, _ record: Record?) -> [JobFile]? {
  guard let applied = record?.job else { return nil }
  let last = found.jobs.lastIndex {
    WirePath($0.path.bytes) == applied.file && $0.signature == applied.signature
  }
  return last.map { Array(found.jobs[...$0]) }
}

/// The newest photo, else the kept original.
private func source(_ found: Found, _ record: Record?) -> Arrival? {
  if let newest = found.photos.last { return newest }
  guard let original = record?.original, let path = BytePath(original.file.bytes) else { return nil }
  switch found.original {
  case .none, .gone: return nil
  case .intact: return Arrival(path: path, signature: original.signature)
  // What looks incomplete may be this very file: to try it again at once would never end.
  case .changed(let signature):
    return found.hasIncompletePhoto ? nil : Arrival(path: path, signature: signature)
  }
}

private func withoutOriginal(_ found: Found, _ record: Record?) -> Decision {
  if found.hasIncompletePhoto { return .wait }
  if let original = record?.original {
    return .fail(.folder(.originalGone(escaped(original.file.bytes))))
  }
  if case .edited(let edit) = found.manifest {
    return .fail(.folder(.manifestWithoutOriginal(edit.manifest.id.description)))
  }
  return found.jobs.isEmpty ? .nothing : .wait
}

private struct Wish {
  var attributes: Attributes
  var jobs: [JobFile]
  var isKept: Bool
  var cause: Cause
}

/// Which attributes hold: of jobs and edit the last, else what a photo of that kind starts with.
private func wish(_ found: Found, _ record: Record?, _ source: Arrival) -> Wish {
  let isNew = !found.photos.isEmpty
  let isKept = !isNew && found.original == .intact
  let isReplacement = isNew && record?.original != nil
  let jobs = found.jobs.filter { applies($0, found, isNew: isNew) }
  var wish = Wish(attributes: Attributes(), jobs: jobs, isKept: isKept, cause: .settings)
  let edit = edit(found)
  let jobTime = jobs.last?.signature.changed
  if let edit, edit.time > jobTime ?? (isReplacement && !source.byHand ? source.signature.changed : .min) {
    wish.attributes = edit.attributes
    wish.cause = .edit
  } else if let attributes = jobs.last?.attributes {
    // Only as long as there is no photo.
    wish.attributes = attributes.withoutPlaceholder
    wish.cause = .job
  } else if let record, !isReplacement || source.byHand {
    wish.attributes = record.attributes
  }
  // A photo that comes, or comes anew, is to be seen.
  if !isKept { wish.attributes = wish.attributes.withoutPlaceholder }
  if isNew { wish.cause = !isReplacement ? .newPhoto : source.byHand ? .changedInPlace : .replacement }
  if !isNew && !isKept { wish.cause = .changedInPlace }
  if isKept, wish.cause == .settings, record?.made.isEmpty == true { wish.cause = .retry }
  return wish
}

/// A job that came with a photo which failed, or is still incomplete, waits for that photo.
private func applies(_ job: JobFile, _ found: Found, isNew: Bool) -> Bool {
  if isNew { return true }
  if found.hasIncompletePhoto { return false }
  return found.failedPhoto.map { job.signature.changed > $0 } ?? true
}

private func edit(_ found: Found) -> (attributes: Attributes, time: Int64)? {
  guard case .edited(let edit) = found.manifest else { return nil }
  return (edit.manifest.attributes, edit.signature.changed)
}

/// What stands in for a photo that has never come; nil where nothing was asked for.
///
/// The job that asks stays, so that the photo is placed by it; those that it overtook are done, and so is it where a
/// later edit holds. One that asks for no placeholder waits for its photo.
private func placeholder(_ found: Found, _ record: Record?) -> Making? {
  guard record?.original == nil else { return nil }
  let asking = found.jobs.last { $0.attributes?.placeholder != nil }
  var making = Making(
    isKept: true, attributes: record?.attributes ?? Attributes(), jobs: [], superseded: [],
    manifest: found.manifest.text(record), cause: record?.made.isEmpty == true ? .retry : .settings)
  if let edit = edit(found), edit.time > asking?.signature.changed ?? .min {
    making.attributes = edit.attributes
    making.jobs = found.jobs.filter { $0.signature.changed < edit.time }
    making.cause = .edit
  } else if let asking, let attributes = asking.attributes {
    making.attributes = attributes
    making.jobs = Array(found.jobs.prefix { $0 != asking })
    making.waiting = asking
    making.cause = .placeholder
  }
  return making.attributes.placeholder == nil ? nil : making
}

/// No photo came: tells whether what was made is what is wanted.
private func compared(
  _ making: Making, _ found: Found, _ record: Record?, _ failedMade: String?,
  _ made: (String?, Attributes) -> String
) -> Decision {
  let wanted = made(record?.original?.facts.sha256, making.attributes)
  let isDecided = making.attributes.placement != nil || making.attributes.placeholder != nil
  if let record, isDecided, wanted == record.made {
    if !found.avatarsAreDamaged { return documents(making, found, record) }
    var damaged = making
    damaged.cause = .damage
    return wanted == failedMade && making.jobs.isEmpty ? .stayFailed : .make(damaged)
  }
  if wanted == failedMade, making.jobs.isEmpty, making.waiting == nil { return .stayFailed }
  return .make(making)
}

/// The avatars are right: tells whether jobs and manifest are dealt with.
///
/// Where a job holds over an edit, the manifest must say so before the job goes, or the edit would hold after all.
private func documents(_ making: Making, _ found: Found, _ record: Record) -> Decision {
  let isJobs = making.cause == .job || making.waiting != nil
  if isJobs, making.attributes != record.attributes || found.manifest != .ours {
    return .writeManifest(making.attributes, changes: [], over: found.manifest.text(record))
  }
  return making.jobs.isEmpty ? manifest(found, record) : .drop(making.jobs)
}

/// The avatars are right: tells whether the manifest is.
private func manifest(_ found: Found, _ record: Record) -> Decision {
  switch found.manifest {
  case .missing, .empty:
    return .writeManifest(record.attributes, changes: [], over: found.manifest.text(record))
  case .ours, .unreadable: return .nothing
  case .edited(let edit):
    if edit.changes.isEmpty, edit.manifest.account == Manifest.Account(record) { return .accept(edit) }
    return .writeManifest(edit.manifest.attributes, changes: edit.changes, over: edit.text)
  }
}
