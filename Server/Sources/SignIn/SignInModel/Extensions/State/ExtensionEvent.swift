package import ChaveBase

/// The events of an extension.
package enum ExtensionEvent: Hashable, Sendable {
    /// The first device asks for the state.
    case look
    /// A code was drawn where one was missing.
    case codeDrawn(OfferedCode)
    /// A second device came with a code.
    case claim(Digest, PendingPairing)
    /// The person picked a number and approved.
    case approval(pairing: String, picked: MatchNumber)
    case refusal(pairing: String)
    case cancellation
    /// The first device may no longer act for its user.
    case exporterEnded
}

/// The work to do in the same commit as the new state.
package enum ExtensionEffect: Hashable, Sendable {
    case drawCode
    case recordChild(PendingPairing)
}

/// The reason why an event is refused; the state stays as it was.
package enum ExtensionRefusal: String, Error, CaseIterable {
    /// The code is wrong, expired or used.
    case invalidCode
    /// The pairing was refused, was not answered in time, or belongs to another session.
    case pairingEnded
}
