/// What a placeholder comes to for one id, with nothing left open.
package enum Illustration: Hashable, Sendable {
  case drawing(Drawing)
  /// A photo below `placeholders/`.
  case image(String)

  /// Canonical JSON: the same look gives the same bytes, however it was asked for.
  var canonical: JSONValue {
    switch self {
    case .drawing(let drawing): drawing.canonical
    case .image(let path): ["image": JSONValue(path)]
    }
  }
}

extension Placeholder {
  /// What is to be shown for an id, where the settings say what is left out.
  package func illustration(of id: AvatarID, under settings: Placeholder) -> Illustration {
    var whole = self
    whole.content = content ?? settings.content
    whole.mode = mode ?? (gradient == nil ? settings.mode : nil)
    if whole.colours.isEmpty, gradient == nil { whole.colours = settings.colours }
    whole.gradient = gradient ?? (colours.isEmpty ? settings.gradient : nil)
    whole.appearance = appearance ?? settings.appearance
    return whole.complete(for: id)
  }

  private func complete(for id: AvatarID) -> Illustration {
    switch content {
    case .image(let path): .image(path)
    case .initials(let letters): .drawing(lettered(letters, id))
    case .name(let name): .drawing(Initials.of(name).map { lettered($0, id) } ?? drawn(.person, id))
    case .id: .drawing(Initials.of(id).map { lettered($0, id) } ?? drawn(.person, id))
    case .symbol(let symbol): .drawing(drawn(symbol, id))
    case nil: .drawing(drawn(.person, id))
    }
  }

  /// Letters on a field of the first colour; the second is the letters', else it is white or black.
  private func lettered(_ letters: String, _ id: AvatarID) -> Drawing {
    let field = field(colours.first.map(value) ?? Hue.of(id))
    let ink = colours.count > 1 ? value(colours[1]) : legible(on: field)
    return Drawing(.letters(letters), on: field, layers: [.init(.plain(ink))])
  }

  /// A symbol in its colours, on nothing; without any it is white on a field of the id's.
  private func drawn(_ symbol: Symbol, _ id: AvatarID) -> Drawing {
    guard !colours.isEmpty || gradient != nil else {
      let field = field(Hue.of(id))
      let ink = Paint.plain(legible(on: field))
      return Drawing(.symbol(symbol), on: field, layers: layers([ink], mode == .hierarchical))
    }
    let paints = usedMode == .gradient ? [passage(colours.map(value))] : colours.map { .plain(value($0)) }
    let used = usedMode == .palette ? paints : Array(paints.prefix(1))
    return Drawing(.symbol(symbol), on: nil, layers: layers(used, usedMode == .hierarchical))
  }

  /// What several colours, or a gradient, are given for.
  private var usedMode: Mode {
    mode ?? (gradient != nil ? .gradient : colours.count > 1 ? .palette : .monochrome)
  }

  /// A layer without a colour of its own has the last one.
  private func layers(_ paints: [Paint], _ isHierarchical: Bool) -> [Drawing.Layer] {
    [1, 0.5, 0.25].enumerated().map { number, opacity in
      Drawing.Layer(paints[min(number, paints.count - 1)], opacity: isHierarchical ? opacity : 1)
    }
  }

  private func field(_ colour: RGBA) -> Paint {
    usedMode == .gradient ? passage([colour]) : .plain(colour)
  }

  /// The gradient, else one from the first colour to the second, or to a darker shade of itself.
  private func passage(_ colours: [RGBA]) -> Paint {
    if let gradient {
      return .gradient(
        from: value(gradient.from), to: value(gradient.to), start: gradient.start, end: gradient.end)
    }
    let first = colours.first ?? .black
    let second = colours.count > 1 ? colours[1] : first.dimmed(to: 0.7)
    return .gradient(from: first, to: second, start: .topLeading, end: .bottomTrailing)
  }

  private func value(_ tint: Tint) -> RGBA { tint.colour(appearance ?? .light) }

  /// On what is seen of the field: where it lets something through, that is taken to be as light as the appearance.
  private func legible(on field: Paint) -> RGBA {
    let below = appearance == .dark ? RGBA.black : .white
    return .legible(on: field.colours.map { $0.laid(on: below) })
  }
}
