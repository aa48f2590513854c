internal import Glibc
internal import Model

extension Engine {
  private struct Step {
    var path: BytePath
    var place: WatchMap.Place
  }

  /// Watches a folder and all in it, each one before its entries are listed; so whatever comes later is an event.
  ///
  /// Folders that are watched already are put where they are found: this is how a moved tree gets its new name.
  func explore(_ path: BytePath) {
    guard let root = try? Handle(folder: plan.root) else {
      duties.areas = true
      return
    }
    guard let place = place(of: path, root) else { return degraded.remove(path) }
    var open = [Step(path: path, place: place)]
    while let step = open.popLast(), !desk.isStopping { open += visit(step, root) }
  }

  /// Nil where the folder it lies in is not watched, or another one lies there by now: then an event is on its way.
  private func place(of path: BytePath, _ root: borrowing Handle) -> WatchMap.Place? {
    if plan.areas.contains(path) { return .area(path) }
    guard let folder = map.watch(at: path.folder), let handle = try? Handle(at: path.folder, below: root),
      let found = try? handle.identity(), found == map.identity(of: folder)
    else { return nil }
    return .inside(folder, name: path.name)
  }

  /// Returns the folders in it.
  private func visit(_ step: Step, _ root: borrowing Handle) -> [Step] {
    desk.step()
    do throws(SystemError) {
      let folder = try Handle(listing: step.path, below: root)
      if let number = plan.probes.refusal?(step.path) { throw SystemError(number: number) }
      guard let watch = try stand(on: folder), settle(watch, step.place) else { return [] }
      // What was found out once is not tried again at every look.
      if degraded.error(of: step.path) != .silent {
        degraded.remove(step.path)
        try listen(to: folder, step.path, in: step.place)
      }
      let listing = Listing(folder)
      if let failure = listing.failure { degraded.insert(step.path, failure) }
      return try steps(listing, folder, step.path, watch)
    } catch {
      // What vanished or became a file meanwhile has its own event.
      error.isAbsence ? degraded.remove(step.path) : degraded.insert(step.path, error)
      return []
    }
  }

  private func steps(
    _ listing: Listing, _ folder: borrowing Handle, _ path: BytePath, _ watch: Int32
  ) throws(SystemError) -> [Step] {
    var steps: [Step] = []
    for index in 0..<listing.count where try isFolder(listing, index, folder) {
      let name = listing.name(index)
      let step = Step(path: path.appending(name), place: .inside(watch, name: name))
      if Ignore.folder(step.path) {
        // Watched until now where the tree came from an area in which nothing is ignored.
        if let known = map.folder(name, in: watch) { banish(known) }
      } else {
        steps.append(step)
      }
    }
    return steps
  }

  private func isFolder(
    _ listing: Listing, _ index: Int, _ folder: borrowing Handle
  ) throws(SystemError) -> Bool {
    switch listing.hint(index) {
    case .folder: true
    case .other: false
    case .unknown: try listing.status(index, in: folder).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }
  }

  /// The watch of an open folder, an old one or a new one; nil where the map turns out to be wrong.
  func stand(on folder: borrowing Handle) throws(SystemError) -> Int32? {
    let identity = try folder.identity()
    switch library?.watch(folder) {
    case .added(let watch):
      // The number of a removed folder may be given to a new one before its end was told.
      if let ended = map.watch(of: identity) { forget(ended) }
      map.insert(watch, identity)
      return watch
    case .known:
      if let watch = map.watch(of: identity) { return watch }
      requestRestart()
      return nil
    case .refused(let error): throw error
    case nil: throw .noInstance
    }
  }

  private func settle(_ watch: Int32, _ place: WatchMap.Place) -> Bool {
    // Whoever was known under that name has gone from there.
    if let other = map.watch(at: place), other != watch { banish(other) }
    limbo[watch] = nil
    if map.move(watch, to: place) { return true }
    requestRestart()
    return false
  }

  /// A folder has left its place.
  ///
  /// If it is found elsewhere soon, its watches go on; otherwise they end.
  func banish(_ watch: Int32) {
    map.detach(watch)
    limbo[watch] = .now.advanced(by: plan.pace.limbo)
  }

  func endLimbo() {
    guard !limbo.isEmpty else { return }
    let now = Instant.now
    for (watch, due) in limbo where due <= now {
      limbo[watch] = nil
      if map.place(of: watch) == nil { map.tree(watch).forEach(end) }
    }
  }

  private func end(_ watch: Int32) {
    // It may be needed for a name that is watched for in it.
    guard sentries[watch] == nil else { return map.detach(watch) }
    limbo[watch] = nil
    guard map.contains(watch) else { return }
    _ = map.remove(watch)
    library?.remove(watch)
  }

  /// Ends a watch that nobody needs any more.
  func endUnlessNeeded(_ watch: Int32) {
    if map.place(of: watch) == nil, limbo[watch] == nil { end(watch) }
  }
}
