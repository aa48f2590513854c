internal import Model

extension Packer {
  mutating func add(_ attributes: Attributes) {
    add(attributes.placement)
    add(attributes.rotation.rawValue)
    add(attributes.shape?.rawValue ?? "")
    switch attributes.background {
    case nil: add(0)
    case .transparent: add(1)
    case .colour(let colour):
      for number in [2, Int(colour.red), Int(colour.green), Int(colour.blue)] { add(number) }
      add(colour.written)
    }
  }

  private mutating func add(_ placement: Placement?) {
    switch placement {
    case nil: add(0)
    case .relative(let scale, let position): add(1, [scale, position.x, position.y])
    case .onScreen(let viewport, let scale, let position):
      add(2, [viewport.width, viewport.height, viewport.inset, scale, position.x, position.y])
    case .crop(.square(let x, let y, let size)): add(3, [x, y, size])
    case .crop(.rectangle(let x, let y, let width, let height)): add(4, [x, y, width, height])
    }
  }

  private mutating func add(_ kind: Int, _ numbers: [Double]) {
    add(kind)
    for number in numbers { add(number) }
  }
}

extension Unpacker {
  mutating func attributes() throws(Failure) -> Attributes {
    let placement = try placement()
    guard let rotation = Rotation(rawValue: try int()) else { throw Failure() }
    let shape = try text()
    guard shape.isEmpty || Shape(rawValue: shape) != nil else { throw Failure() }
    return Attributes(
      placement: placement, rotation: rotation, shape: Shape(rawValue: shape), background: try background())
  }

  private mutating func background() throws(Failure) -> Background? {
    switch try int() {
    case 0: return nil
    case 1: return .transparent
    case 2:
      return .colour(
        Colour(red: try channel(), green: try channel(), blue: try channel(), written: try text()))
    default: throw Failure()
    }
  }

  private mutating func channel() throws(Failure) -> UInt8 {
    guard let value = UInt8(exactly: try int()) else { throw Failure() }
    return value
  }

  private mutating func placement() throws(Failure) -> Placement? {
    switch try int() {
    case 0: return nil
    case 1: return .relative(scale: try double(), position: try position())
    case 2:
      let viewport = Viewport(width: try double(), height: try double(), inset: try double())
      return .onScreen(viewport: viewport, scale: try double(), position: try position())
    case 3: return .crop(.square(x: try double(), y: try double(), size: try double()))
    case 4:
      return .crop(
        .rectangle(x: try double(), y: try double(), width: try double(), height: try double()))
    default: throw Failure()
    }
  }

  private mutating func position() throws(Failure) -> Position { Position(x: try double(), y: try double()) }
}
