import ChaveBase

extension ExtensionState {
    /// The next moment at which time alone changes what its device sees; `nil` where it is never left.
    func nextMoment(after now: Timestamp, _ policy: ExtensionPolicy) -> Timestamp? {
        switch self {
        case .offering(let offer, _):
            let end = offer.since.adding(seconds: policy.codeSeconds)
            // The last code is shown no more from its end on, and is gone after its grace.
            return now < end ? end : end.adding(seconds: policy.graceSeconds)
        case .pairing(let pairing, _, _): return pairing.deadline
        case .done, .aborted: return nil
        }
    }
}
