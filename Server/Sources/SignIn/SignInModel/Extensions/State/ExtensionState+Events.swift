package import ChaveBase

extension ExtensionState {
    package typealias Step = (next: ExtensionState, effects: [ExtensionEffect])

    /// The next state and the effects of an event: the whole life of an extension.
    ///
    /// This function is pure: no clock, no randomness. Time passes first, so that no event meets an expired code or
    /// pairing. A repeated event is normal and does nothing. The code has no `default:`, so that a new case shows every
    /// place to think about.
    package func receiving(
        _ event: ExtensionEvent,
        at now: Timestamp,
        _ policy: ExtensionPolicy
    ) throws(ExtensionRefusal) -> Step {
        let state = passing(to: now, policy)
        switch state {
        case .offering(let offer, let refused):
            return try ExtensionState.offering(offer, refused, receiving: event, at: now, policy)
        case .pairing(let pairing, let rotation, let refused):
            return try ExtensionState.pairing(pairing, rotation, refused, receiving: event, at: now, policy)
        case .done(let pairing, _):
            return try state.ended(by: pairing, receiving: event)
        case .aborted:
            return try state.ended(by: nil, receiving: event)
        }
    }

    private static func offering(
        _ offer: CodeOffer,
        _ refused: Int,
        receiving event: ExtensionEvent,
        at now: Timestamp,
        _ policy: ExtensionPolicy
    ) throws(ExtensionRefusal) -> Step {
        let same = ExtensionState.offering(offer, refused: refused)
        switch event {
        case .look: return (same, offer.code == nil ? [.drawCode] : [])
        case .codeDrawn(let code):
            guard offer.code == nil else { return (same, []) }
            var drawn = offer
            drawn.code = code
            return (.offering(drawn, refused: refused), [])
        case .claim(let code, let pairing):
            guard offer.takes(code, at: now, policy) else { throw .invalidCode }
            return (.pairing(pairing, rotation: offer.rotation, refused: refused), [])
        case .approval: throw .pairingEnded
        case .refusal: return (same, [])
        case .cancellation: return (.aborted(.cancelled), [])
        case .exporterEnded: return (.aborted(.exporterEnded), [])
        }
    }

    private static func pairing(
        _ pairing: PendingPairing,
        _ rotation: Int,
        _ refused: Int,
        receiving event: ExtensionEvent,
        at now: Timestamp,
        _ policy: ExtensionPolicy
    ) throws(ExtensionRefusal) -> Step {
        let same = ExtensionState.pairing(pairing, rotation: rotation, refused: refused)
        switch event {
        case .look, .codeDrawn: return (same, [])
        // The first claim has spent the code.
        case .claim: throw .invalidCode
        case .approval(let id, let picked):
            guard id == pairing.id else { throw .pairingEnded }
            guard picked == pairing.number else {
                return (refusing(after: refused, rotation: rotation, at: now, policy), [])
            }
            return (.done(pairing: pairing.id, credential: pairing.credential), [.recordChild(pairing)])
        case .refusal(let id):
            guard id == pairing.id else { return (same, []) }
            return (refusing(after: refused, rotation: rotation, at: now, policy), [])
        case .cancellation: return (.aborted(.cancelled), [])
        case .exporterEnded: return (.aborted(.exporterEnded), [])
        }
    }

    /// The step of an ended extension; `approved` is its pairing, which may be approved again without effect.
    private func ended(by approved: String?, receiving event: ExtensionEvent) throws(ExtensionRefusal) -> Step {
        switch event {
        case .look, .codeDrawn, .refusal, .cancellation, .exporterEnded: return (self, [])
        case .claim: throw .invalidCode
        case .approval(let id, _):
            guard id == approved else { throw .pairingEnded }
            return (self, [])
        }
    }
}
