internal import Model

/// What routes answer from.
struct House: Sendable {
  let gallery: any Gallery
  let settings: Settings
  let sessions: Sessions
  let hub: Hub
  let traffic: Traffic
}
