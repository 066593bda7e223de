package import ChaveBase

extension ExtensionState {
    /// The state at `now`, if no event happens before.
    ///
    /// The result does not depend on how often it is computed: each second, or once at the end.
    package func passing(to now: Timestamp, _ policy: ExtensionPolicy) -> ExtensionState {
        switch self {
        case .offering(let offer, let refused):
            return ExtensionState.rotated(offer, refused: refused, to: now, policy)
        case .pairing(let pairing, let rotation, let refused):
            guard now >= pairing.deadline else { return self }
            return ExtensionState.refusing(after: refused, rotation: rotation, at: pairing.deadline, policy)
                .passing(to: now, policy)
        case .done, .aborted:
            return self
        }
    }

    /// The state after a refused or unanswered pairing: a new code, or the end where the limit is reached.
    package static func refusing(
        after refused: Int,
        rotation: Int,
        at moment: Timestamp,
        _ policy: ExtensionPolicy
    ) -> ExtensionState {
        guard refused + 1 < policy.refusedPairings else { return .aborted(.refusedTooOften) }
        guard rotation < policy.rotations else { return .aborted(.ranOut) }
        return .offering(CodeOffer(rotation: rotation + 1, since: moment), refused: refused + 1)
    }

    private static func rotated(
        _ offer: CodeOffer,
        refused: Int,
        to now: Timestamp,
        _ policy: ExtensionPolicy
    ) -> ExtensionState {
        let left = policy.rotations - offer.rotation
        let passed = now.microseconds(since: offer.since) / (policy.codeSeconds * 1_000_000)
        guard passed >= 1 else { return .offering(offer, refused: refused) }
        let steps = Int(clamping: min(passed, Int64(left)))
        var next = offer
        if steps > 0 {
            next = CodeOffer(
                rotation: offer.rotation + steps,
                since: offer.since.adding(seconds: Int64(steps) * policy.codeSeconds),
                previous: steps == 1 ? offer.code?.digest : nil
            )
        }
        guard next.rotation >= policy.rotations else { return .offering(next, refused: refused) }
        // No code replaces the last one. It has its grace time too, if a device has seen it.
        let grace = next.code == nil ? 0 : policy.graceSeconds
        let end = next.since.adding(seconds: policy.codeSeconds + grace)
        return now < end ? .offering(next, refused: refused) : .aborted(.ranOut)
    }
}
