import ChaveBase

/// What may happen to an extension.
enum ExtensionEvent: Hashable, Sendable {
    /// The first device asks how it stands.
    case look
    /// A code was drawn where one was missing.
    case codeDrawn(OfferedCode)
    /// A second device came with a code.
    case claim(Digest, PendingPairing)
    /// The person picked a number and approved.
    case approval(pairing: String, picked: MatchNumber)
    case refusal(pairing: String)
    case cancellation
    /// The first device may no longer speak for its user.
    case exporterEnded
}

/// What is to be done, together with storing the state that it came with.
enum ExtensionEffect: Hashable, Sendable {
    case drawCode
    case recordChild(PendingPairing)
}

/// Why an event was not taken; the state stays as it was.
enum ExtensionRefusal: String, Error, CaseIterable {
    /// Wrong, expired and used alike.
    case invalidCode
    /// It was refused, was not answered in time, or is another session's.
    case pairingEnded
}
