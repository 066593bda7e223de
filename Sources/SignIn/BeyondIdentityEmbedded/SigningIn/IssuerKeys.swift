import ChaveJOSE
import ChaveTransport
import ChaveWire

/// The keys of an issuer, with the time of reading.
struct IssuerKeys: Sendable {
    /// The longest age of stored keys, in seconds: a server publishes a new key that long before it signs with it.
    static let longestSeconds: Int64 = 600
    /// The pause between two reads for unknown keys, in seconds: not every token with an unknown key causes one.
    static let pauseSeconds: Int64 = 30

    var keys: JWKSet
    /// The time of reading in seconds since 1970, by the device's clock.
    var readAt: Int64
    /// The time of the last read for an unknown key.
    var askedAgainAt: Int64?

    func isFresh(at now: Int64) -> Bool { IssuerKeys.isWithin(IssuerKeys.longestSeconds, of: readAt, now) }

    func mayAskAgain(at now: Int64) -> Bool {
        askedAgainAt.map { !IssuerKeys.isWithin(IssuerKeys.pauseSeconds, of: $0, now) } ?? true
    }

    /// A clock that was set back makes no keys fresher.
    private static func isWithin(_ seconds: Int64, of moment: Int64, _ now: Int64) -> Bool {
        now >= moment && now - moment < seconds
    }
}

extension SignInEngine {
    /// The issuer's keys, at most ten minutes old.
    func keys(of issuer: String) async throws(SignInError) -> JWKSet {
        if let known = issuerKeys[issuer], known.isFresh(at: nowSeconds) {
            return known.keys
        }
        return try await readKeys(of: issuer)
    }

    /// Reads the keys again for an unknown key; `nil` when the last such read was a moment ago, or when it fails.
    func newerKeys(of issuer: String) async -> JWKSet? {
        guard issuerKeys[issuer]?.mayAskAgain(at: nowSeconds) ?? true else { return nil }
        // The next unknown key must wait, whether this read succeeds or fails.
        issuerKeys[issuer]?.askedAgainAt = nowSeconds
        return try? await readKeys(of: issuer)
    }

    /// Reads the keys by the discovery document (OpenID Connect Discovery 1.0, section 4.3).
    private func readKeys(of issuer: String) async throws(SignInError) -> JWKSet {
        let connection = try connection()
        let discovery = try await connection.object(
            SignInCall(method: .get, url: issuer + "/.well-known/openid-configuration", isSafeToRepeat: true)
        )
        guard discovery["issuer"]?.string == issuer else {
            throw .untrusted("The issuer's discovery document is another issuer's.")
        }
        guard let address = try? BaseURL(try discovery.text("jwks_uri")) else {
            throw .untrusted("The issuer's keys are at an address that is refused.")
        }
        let document = try await connection.object(
            SignInCall(method: .get, url: address.text, isSafeToRepeat: true)
        )
        guard let keys = try? JWKSet(json: .object(document)) else { throw .unreadable("key set") }
        issuerKeys[issuer] = IssuerKeys(
            keys: keys,
            readAt: nowSeconds,
            askedAgainAt: issuerKeys[issuer]?.askedAgainAt
        )
        return keys
    }
}
