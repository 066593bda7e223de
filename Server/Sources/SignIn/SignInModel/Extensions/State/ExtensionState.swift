package import ChaveBase

/// The life of one extension: a device offers codes until a second device claims one and the person approves.
package enum ExtensionState: Hashable, Sendable {
    /// Waits for a second device; leads to ``pairing``, or to ``aborted`` when the last code has expired.
    case offering(CodeOffer, refused: Int)
    /// Waits for the person at the first device; leads to ``done``, back to ``offering``, or to ``aborted``.
    case pairing(PendingPairing, rotation: Int, refused: Int)
    /// The second device has its credential; this state is final.
    case done(pairing: String, credential: String)
    /// The extension ended without a credential; this state is final.
    case aborted(ExtensionEnd)

    package var isLive: Bool {
        switch self {
        case .offering, .pairing: true
        case .done, .aborted: false
        }
    }

    /// Whether a claim with this code counts; call this on the state at `now`.
    package func takes(_ claimed: Digest, at now: Timestamp, _ policy: ExtensionPolicy) -> Bool {
        switch self {
        case .offering(let offer, _): offer.takes(claimed, at: now, policy)
        case .pairing, .done, .aborted: false
        }
    }

    /// The state at a session's beginning, before its first code is drawn.
    package static func begun(at now: Timestamp) -> ExtensionState {
        .offering(CodeOffer(rotation: 0, since: now), refused: 0)
    }
}

/// The reason why an extension ended without a credential.
package enum ExtensionEnd: String, Hashable, Sendable, CaseIterable {
    case cancelled
    /// The last code was not claimed in its time.
    case ranOut
    /// Too many pairings were refused or not answered.
    case refusedTooOften
    /// The first device was revoked, or its user suspended or deleted.
    case exporterEnded
}

/// The number of a code in its session, and the code if a device has looked since the last replacement.
package struct CodeOffer: Hashable, Sendable {
    /// The number of the code: 0 for the first, one more for each replacement.
    package var rotation: Int
    package var since: Timestamp
    /// `nil` until the first device looks: without a look there is no code to guess.
    package var code: OfferedCode?
    /// The previous code, which is accepted in the first seconds.
    package var previous: Digest?

    package init(rotation: Int, since: Timestamp, code: OfferedCode? = nil, previous: Digest? = nil) {
        self.rotation = rotation
        self.since = since
        self.code = code
        self.previous = previous
    }

    /// Whether a claim with this code counts; call this on the offer at `now`.
    package func takes(_ claimed: Digest, at now: Timestamp, _ policy: ExtensionPolicy) -> Bool {
        let isThis = code.map { claimed.equalsInConstantTime($0.digest) } ?? false
        let wasBefore = previous.map { claimed.equalsInConstantTime($0) } ?? false
        if isThis { return now < since.adding(seconds: policy.codeSeconds + policy.graceSeconds) }
        return wasBefore && now < since.adding(seconds: policy.graceSeconds)
    }
}

/// The stored part of a code: it gives the digits only together with the session's token.
package struct OfferedCode: Hashable, Sendable {
    package var salt: [UInt8]
    package var digest: Digest

    package init(salt: [UInt8], digest: Digest) {
        self.salt = salt
        self.digest = digest
    }
}

/// A second device with a right code that waits for the person at the first device.
package struct PendingPairing: Hashable, Sendable {
    package var id: String
    package var device: NewDevice
    package var number: MatchNumber
    /// Three different numbers, including the right one.
    package var choices: [MatchNumber]
    /// The id of the credential that the pairing makes.
    package var credential: String
    /// The certificate that the server wrote for the first device to sign.
    package var toBeSigned: [UInt8]
    package var deadline: Timestamp

    package init(
        id: String,
        device: NewDevice,
        number: MatchNumber,
        choices: [MatchNumber],
        credential: String,
        toBeSigned: [UInt8],
        deadline: Timestamp
    ) {
        self.id = id
        self.device = device
        self.number = number
        self.choices = choices
        self.credential = credential
        self.toBeSigned = toBeSigned
        self.deadline = deadline
    }
}

extension ExtensionState {
    /// The next moment at which time alone changes a device's view; `nil` in a final state.
    package func nextMoment(after now: Timestamp, _ policy: ExtensionPolicy) -> Timestamp? {
        switch self {
        case .offering(let offer, _):
            let end = offer.since.adding(seconds: policy.codeSeconds)
            // The last code is hidden at its end, and expires after its grace time.
            return now < end ? end : end.adding(seconds: policy.graceSeconds)
        case .pairing(let pairing, _, _): return pairing.deadline
        case .done, .aborted: return nil
        }
    }
}

/// A second device's description of itself, with a key that it has proven to hold.
package struct NewDevice: Hashable, Sendable {
    package var name: String
    /// The key of the certificate request: SubjectPublicKeyInfo, DER.
    package var publicKey: [UInt8]
    package var keyDigest: Digest

    package init(name: String, publicKey: [UInt8], keyDigest: Digest) {
        self.name = name
        self.publicKey = publicKey
        self.keyDigest = keyDigest
    }
}
