/// What stands in for a photo that is not there, as a document says it.
///
/// What is nil is left to the settings, and what these leave out is chosen to fit.
package struct Placeholder: Hashable, Sendable, Codable {
  /// What is to be seen.
  package enum Content: Hashable, Sendable, Codable {
    /// One to three letters.
    case initials(String)
    /// A person's name, of which the initials are shown.
    case name(String)
    /// The initials of the id's last part.
    case id
    case symbol(Symbol)
    /// A photo below `placeholders/`.
    case image(String)
  }

  /// How colours go to the layers of a symbol, by the app's names.
  package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
    /// One colour.
    case monochrome
    /// One colour, ever lighter.
    case hierarchical
    /// A colour for each layer.
    case palette
    /// A passage from one colour to another.
    case gradient
  }

  package struct Gradient: Hashable, Sendable, Codable {
    package var from: Tint
    package var to: Tint
    package var start: UnitPoint
    package var end: UnitPoint
  }

  package var content: Content?
  package var mode: Mode?
  /// One to three, or none.
  package var colours: [Tint]
  package var gradient: Gradient?
  package var appearance: Appearance?

  package init(
    _ content: Content? = nil, mode: Mode? = nil, colours: [Tint] = [], gradient: Gradient? = nil,
    appearance: Appearance? = nil
  ) {
    self.content = content
    self.mode = mode
    self.colours = colours
    self.gradient = gradient
    self.appearance = appearance
  }
}
