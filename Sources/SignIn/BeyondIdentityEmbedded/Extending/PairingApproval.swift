/// A device that asks for a credential of this one's user.
public struct PairingOffer: Hashable, Sendable {
    /// What the other device calls itself; nobody has checked it.
    public let deviceName: String
    /// Three numbers of two digits; the other device shows one of them.
    public let choices: [String]
    /// After this the server takes no answer.
    public let expiresInSeconds: Int64
}

/// What the person made of an offer.
public enum PairingAnswer: Hashable, Sendable {
    /// The number that the other device shows.
    case number(String)
    /// Nobody is let in.
    case refuse
}

/// How an app lets the person pick the number before the device asks for a finger, a face or a PIN.
public struct PairingApproval: Sendable {
    let pick: @Sendable (PairingOffer) async -> PairingAnswer

    var picking: PairingPick {
        { [pick] offer in .success(await pick(offer)) }
    }

    /// - Parameter pick: shows the offer and waits; it is cancelled when the offer is over.
    public init(_ pick: @escaping @Sendable (PairingOffer) async -> PairingAnswer) { self.pick = pick }
}
