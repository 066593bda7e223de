/// A device that asks for a credential of this device's user.
public struct PairingOffer: Hashable, Sendable {
    /// The other device's own name, which nobody has checked.
    public let deviceName: String
    /// Three numbers of two digits; the other device shows one of them.
    public let choices: [String]
    /// The time in seconds after which the server accepts no answer.
    public let expiresInSeconds: Int64
}

/// The person's answer to an offer.
public enum PairingAnswer: Hashable, Sendable {
    /// The number that the other device shows.
    case number(String)
    /// The person lets no device in.
    case refuse
}

/// Lets the person pick the number in the app, before the device asks for a finger, a face or a PIN.
public struct PairingApproval: Sendable {
    let pick: @Sendable (PairingOffer) async -> PairingAnswer

    var picking: PairingPick {
        { [pick] offer in .success(await pick(offer)) }
    }

    /// Creates an approval.
    ///
    /// - Parameter pick: shows the offer and waits; the SDK cancels it when the offer is over.
    public init(_ pick: @escaping @Sendable (PairingOffer) async -> PairingAnswer) { self.pick = pick }
}
