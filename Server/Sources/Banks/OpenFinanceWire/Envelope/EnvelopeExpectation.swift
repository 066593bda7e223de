public import ChaveBase
import ChaveJOSE
import ChaveWire

/// The demands of a receiver on a signed message.
public struct EnvelopeExpectation: Hashable, Sendable {
    /// The receiver as `aud` names it.
    public enum Audience: Hashable, Sendable {
        /// Of a response: the id of the receiving organisation.
        case organisation(String)
        /// Of a request: the URL of the call.
        ///
        /// The `:` of a URN may be written as `%3A` in either of the two.
        case endpoint(String)
    }

    public var audience: Audience
    /// The greatest age of `iat`, 0 or more.
    ///
    /// A response to a repeated call may carry its first `iat` and `jti`: for such a call a day is right, when the data
    /// names our own ids.
    public var maximumAgeSeconds: Int64
    /// How far `iat` may be ahead of our clock, 0 or more.
    public var maximumAheadSeconds: Int64

    public init(audience: Audience, maximumAgeSeconds: Int64 = 60, maximumAheadSeconds: Int64 = 60) {
        self.audience = audience
        self.maximumAgeSeconds = maximumAgeSeconds
        self.maximumAheadSeconds = maximumAheadSeconds
    }

    /// Verifies a message by the keys of the organisation that must have sent it.
    ///
    /// Whether `jti` was used before is the caller's next question: see ``SeenTokenIDs``.
    ///
    /// - Throws: the first ``EnvelopeRefusal`` that applies.
    public func verify(
        _ claimed: ClaimedEnvelope,
        by sender: OrganisationKeys,
        at now: Timestamp
    ) throws(EnvelopeRefusal) -> Envelope {
        try requireSignature(claimed, sender)
        let envelope = try EnvelopeExpectation.readClaims(claimed.message.payload)
        try requireIssuer(envelope, sender)
        try requireAudience(envelope)
        try requireTime(envelope, now)
        guard TokenUUID.isVersion4(envelope.tokenID) else { throw .wrongTokenID }
        return envelope
    }

    // MARK: The steps

    private func requireSignature(_ claimed: ClaimedEnvelope, _ sender: OrganisationKeys) throws(EnvelopeRefusal) {
        guard let key = sender.keys.key(claimed.keyID) else { throw .unknownKey }
        guard key.algorithm == .ps256 else { throw .algorithmMismatch }
        guard key.isValidSignature(claimed.message.signature, over: claimed.message.signingInput) else {
            throw .badSignature
        }
    }

    /// Reads the claims; `aud` is a text, or a list of one text.
    private static func readClaims(_ payload: [UInt8]) throws(EnvelopeRefusal) -> Envelope {
        let limits = JSONLimits(bytes: ClaimedEnvelope.maximumLength, depth: 32, values: 32_768)
        guard let object = try? JSONValue(parsing: payload, limits: limits).object,
            let issuer = object["iss"]?.string, let tokenID = object["jti"]?.string,
            let issuedAt = seconds(object["iat"]), let audience = audience(object["aud"])
        else { throw .malformedClaims }
        var body = object
        for name in Envelope.claims { body[name] = nil }
        return Envelope(issuer: issuer, audience: audience, tokenID: tokenID, issuedAt: issuedAt, body: body)
    }

    private func requireIssuer(_ envelope: Envelope, _ sender: OrganisationKeys) throws(EnvelopeRefusal) {
        guard envelope.issuer.utf8.elementsEqual(sender.organisation.utf8) else { throw .wrongIssuer }
    }

    private func requireAudience(_ envelope: Envelope) throws(EnvelopeRefusal) {
        let isOurs =
            switch audience {
            case .organisation(let id): envelope.audience.utf8.elementsEqual(id.utf8)
            case .endpoint(let url):
                EnvelopeExpectation.withoutEscapedColons(envelope.audience)
                    == EnvelopeExpectation.withoutEscapedColons(url)
            }
        guard isOurs else { throw .wrongAudience }
    }

    private func requireTime(_ envelope: Envelope, _ now: Timestamp) throws(EnvelopeRefusal) {
        let age = now.seconds.subtractingReportingOverflow(envelope.issuedAt)
        guard !age.overflow, age.partialValue <= max(0, maximumAgeSeconds),
            age.partialValue >= -max(0, maximumAheadSeconds)
        else { throw .issuedOutOfTime }
    }

    // MARK: Values

    private static func audience(_ value: JSONValue?) -> String? {
        if let text = value?.string { return text }
        guard let list = value?.array, list.count == 1 else { return nil }
        return list.first?.string
    }

    /// A NumericDate, with or without a fraction (RFC 7519, section 2).
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard let number = value?.number else { return nil }
        return number.int64 ?? number.double.flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    /// Consent ids are URNs, whose `:` some clients escape in a path (RFC 3986, section 6.2.2.2).
    private static func withoutEscapedColons(_ url: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(url.utf8)[...]
        while let byte = rest.first {
            let isEscaped = rest.starts(with: "%3A".utf8) || rest.starts(with: "%3a".utf8)
            bytes.append(isEscaped ? UInt8(ascii: ":") : byte)
            rest = rest.dropFirst(isEscaped ? 3 : 1)
        }
        return bytes
    }
}
