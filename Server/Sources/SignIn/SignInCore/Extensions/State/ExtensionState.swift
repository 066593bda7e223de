import ChaveBase

/// The life of one extension: a device offers codes until a second device came with one and the person approved it.
enum ExtensionState: Hashable, Sendable {
    /// Waits for a second device; leads to ``pairing``, or to ``aborted`` when the last code has gone.
    case offering(CodeOffer, refused: Int)
    /// Waits for the person at the first device; leads to ``done``, back to ``offering``, or to ``aborted``.
    case pairing(PendingPairing, rotation: Int, refused: Int)
    /// The second device has its credential. Never left.
    case done(pairing: String, credential: String)
    /// Ended without a credential. Never left.
    case aborted(ExtensionEnd)

    var isLive: Bool {
        switch self {
        case .offering, .pairing: true
        case .done, .aborted: false
        }
    }

    /// Whether a claim with this code counts, in a state that time has been passed to.
    func takes(_ claimed: Digest, at now: Timestamp, _ policy: ExtensionPolicy) -> Bool {
        switch self {
        case .offering(let offer, _): offer.takes(claimed, at: now, policy)
        case .pairing, .done, .aborted: false
        }
    }

    /// A session's state at its beginning, before its first code is drawn.
    static func begun(at now: Timestamp) -> ExtensionState { .offering(CodeOffer(rotation: 0, since: now), refused: 0) }
}

/// Why an extension ended without a credential.
enum ExtensionEnd: String, Hashable, Sendable, CaseIterable {
    case cancelled
    /// The last code was not claimed in its time.
    case ranOut
    /// Too many pairings were refused or not answered.
    case refusedTooOften
    /// The first device was revoked, or its user suspended or deleted.
    case exporterEnded
}

/// The place of a code in its session, and the code if somebody looked since the last one was replaced.
struct CodeOffer: Hashable, Sendable {
    /// 0 for the first code, one more for each that replaced one.
    var rotation: Int
    var since: Timestamp
    /// `nil` until the first device looks: a code that nobody saw is not there to be guessed.
    var code: OfferedCode?
    /// The code before, which is still taken in the first seconds.
    var previous: Digest?

    init(rotation: Int, since: Timestamp, code: OfferedCode? = nil, previous: Digest? = nil) {
        self.rotation = rotation
        self.since = since
        self.code = code
        self.previous = previous
    }

    /// Whether a claim with this code counts, in an offer that time has been passed to.
    func takes(_ claimed: Digest, at now: Timestamp, _ policy: ExtensionPolicy) -> Bool {
        let isThis = code.map { claimed.equalsInConstantTime($0.digest) } ?? false
        let wasBefore = previous.map { claimed.equalsInConstantTime($0) } ?? false
        if isThis { return now < since.adding(seconds: policy.codeSeconds + policy.graceSeconds) }
        return wasBefore && now < since.adding(seconds: policy.graceSeconds)
    }
}

/// What is kept of a code: neither the digits nor, without the session's token, a way to them.
struct OfferedCode: Hashable, Sendable {
    var salt: [UInt8]
    var digest: Digest
}

/// A second device that came with a right code and waits for the person at the first.
struct PendingPairing: Hashable, Sendable {
    var id: String
    var device: NewDevice
    var number: MatchNumber
    /// Three different numbers, the right one among them.
    var choices: [MatchNumber]
    /// The id of the credential that is made of it.
    var credential: String
    /// The certificate as the server wrote it, for the first device to sign.
    var toBeSigned: [UInt8]
    var deadline: Timestamp
}
