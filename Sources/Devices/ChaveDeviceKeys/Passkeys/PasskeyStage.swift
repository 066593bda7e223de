/// The state of the one ceremony that a device can run.
///
///     idle ── begun ──▶ asking ── answered ──▶ idle
///                         └── cancelled ──▶ closing ── answered ──▶ idle
///
/// The state machine is pure. Each ceremony has a number, so that a late answer or cancellation of another ceremony is
/// recognised.
enum PasskeyStage: Hashable, Sendable {
    /// No ceremony is running; the next one may begin.
    case idle
    /// The system asks the person for this ceremony.
    case asking(Int)
    /// The caller of this ceremony was cancelled; the system's sheet is still open.
    case closing(Int)

    enum Event: Hashable, Sendable {
        case begun(Int)
        case cancelled(Int)
        /// The system ended the ceremony, with any answer.
        case answered(Int)
    }

    enum Effect: Hashable, Sendable {
        case ask
        /// The new ceremony ends, because another one is running.
        case refuse
        /// The waiting caller receives the cancellation.
        case tellCancelled
        case dismiss
        /// The waiting caller receives the system's answer.
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
