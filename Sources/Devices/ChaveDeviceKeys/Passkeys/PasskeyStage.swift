/// Where the one ceremony that a device can have stands.
///
///     idle ── begun ──▶ asking ── answered ──▶ idle
///                         └── cancelled ──▶ closing ── answered ──▶ idle
///
/// Pure: numbers name ceremonies, so that an answer or a cancellation that comes late is known as another's.
enum PasskeyStage: Hashable, Sendable {
    /// Nobody is asked; the next ceremony may begin.
    case idle
    /// The system asks the person for this ceremony.
    case asking(Int)
    /// Whoever began this ceremony has gone; the system's sheet has not yet.
    case closing(Int)

    enum Event: Hashable, Sendable {
        case begun(Int)
        case cancelled(Int)
        /// The system has ended, with whatever answer.
        case answered(Int)
    }

    enum Effect: Hashable, Sendable {
        case ask
        /// The ceremony that has just begun ends, since another one is under way.
        case refuse
        /// Whoever waits hears that it is cancelled.
        case tellCancelled
        case dismiss
        /// Whoever waits hears what the system answered.
        case tellAnswer
    }

    func receiving(_ event: Event) -> (next: PasskeyStage, effects: [Effect]) {
        switch (self, event) {
        case (.idle, .begun(let number)):
            return (.asking(number), [.ask])
        case (.asking, .begun), (.closing, .begun):
            return (self, [.refuse])
        case (.asking(let current), .cancelled(let number)) where number == current:
            return (.closing(current), [.tellCancelled, .dismiss])
        case (.asking(let current), .answered(let number)) where number == current:
            return (.idle, [.tellAnswer])
        case (.closing(let current), .answered(let number)) where number == current:
            return (.idle, [])
        case (.idle, .cancelled), (.idle, .answered), (.asking, .cancelled), (.asking, .answered),
            (.closing, .cancelled), (.closing, .answered):
            return (self, [])  // Another ceremony's, which has ended.
        }
    }
}
