import ChaveJOSE
import ChaveTransport
import ChaveWire

/// The keys of an issuer, as read.
struct IssuerKeys: Sendable {
    /// So long a server lets a new key stand in the set before it signs.
    static let longestSeconds: Int64 = 600
    /// A token with a key that nobody knows has the keys read again, but not each such token.
    static let pauseSeconds: Int64 = 30

    var keys: JWKSet
    /// Seconds since 1970, by the device's clock.
    var readAt: Int64
    /// When they were last read for a key that was not among them.
    var askedAgainAt: Int64?

    func isFresh(at now: Int64) -> Bool { IssuerKeys.isWithin(IssuerKeys.longestSeconds, of: readAt, now) }

    func mayAskAgain(at now: Int64) -> Bool {
        askedAgainAt.map { !IssuerKeys.isWithin(IssuerKeys.pauseSeconds, of: $0, now) } ?? true
    }

    /// A clock that was put back makes nothing fresher.
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

    /// For a key that is not among those known; `nil` where they were read a moment ago or cannot be read.
    func newerKeys(of issuer: String) async -> JWKSet? {
        guard issuerKeys[issuer]?.mayAskAgain(at: nowSeconds) ?? true else { return nil }
        // Whatever comes of it, the next stranger's key waits.
        issuerKeys[issuer]?.askedAgainAt = nowSeconds
        return try? await readKeys(of: issuer)
    }

    /// By the discovery document (OpenID Connect Discovery 1.0, section 4.3).
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
