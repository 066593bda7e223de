import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import SignInModel

/// The reason why a client's assertion is refused, in the order of the checks (RFC 7523, section 3).
enum ClientAssertionRefusal: String, Error, Hashable, CaseIterable {
    /// The text is no JWS by a key of such a client: one answer for a wrong client, key or signature.
    case unproven
    /// `typ` names another kind of token.
    case wrongType = "wrong_type"
    case malformedClaims = "malformed_claims"
    /// `iss` and `sub` are not both the client.
    case wrongClient = "wrong_client"
    case wrongAudience = "wrong_audience"
    case expired
    /// `exp` is more than five minutes away, or `iat` more than that ago.
    case livesTooLong = "lives_too_long"
    case issuedInFuture = "issued_in_future"
    /// The client has used the same `jti` before.
    case replayed

    var error: OAuthError {
        guard self != .unproven else { return ClientAuthentication.refusal }
        return OAuthError(.invalidClient, "The client's assertion does not hold: \(rawValue).", status: 401)
    }
}

/// A client's signed assertion, verified except for replay (RFC 7523; OpenID Connect Core, section 9).
struct ClientAssertion: Hashable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    static let maximumSeconds: Int64 = 300
    /// The tolerance for differing clocks.
    static let leewaySeconds: Int64 = 30
    private static let tokenIDLengths = 1...255
    private static let types: Set<String> = ["jwt", "client-authentication+jwt"]

    let tokenID: String
    /// From this second on the server refuses the assertion for its age.
    let endsAt: Timestamp

    /// The client that an assertion names, not verified.
    static func claimedClient(_ text: String) -> String? {
        guard let jws = try? CompactJWS(parsing: text), let claims = JWTClaims(parsing: jws.payload) else { return nil }
        return claims.subject
    }

    /// Verifies an assertion; `audiences` are the names of this server.
    init(
        verifying text: String,
        by keys: JWKSet,
        of client: String,
        audiences: Set<String>,
        now: Timestamp
    ) throws(ClientAssertionRefusal) {
        guard let jws = try? keys.verify(text) else { throw .unproven }
        if let type = jws.header["typ"] {
            guard let type = type.string, ClientAssertion.types.contains(type.lowercased()) else { throw .wrongType }
        }
        guard let claims = JWTClaims(parsing: jws.payload), let expires = claims.expiresAt,
            let tokenID = claims.tokenID, ClientAssertion.tokenIDLengths.contains(tokenID.utf8.count)
        else { throw .malformedClaims }
        guard let issuer = claims.issuer, let subject = claims.subject, issuer.utf8.elementsEqual(client.utf8),
            subject.utf8.elementsEqual(client.utf8)
        else { throw .wrongClient }
        // The assertion must name no other audience, which could replay it here.
        guard !claims.audiences.isEmpty, claims.audiences.allSatisfy(audiences.contains) else { throw .wrongAudience }
        let (seconds, leeway) = (now.seconds, ClientAssertion.leewaySeconds)
        guard seconds < expires + leeway else { throw .expired }
        guard expires - seconds <= ClientAssertion.maximumSeconds + leeway,
            claims.issuedAt.map({ seconds - $0 <= ClientAssertion.maximumSeconds + leeway }) ?? true
        else { throw .livesTooLong }
        guard [claims.issuedAt, claims.notBefore].allSatisfy({ $0.map { $0 <= seconds + leeway } ?? true }) else {
            throw .issuedInFuture
        }
        self.tokenID = tokenID
        endsAt = Timestamp(seconds: expires).adding(seconds: leeway)
    }
}

/// A used assertion, stored until the server would refuse it for its age.
///
/// Only assertions of authenticated clients are stored, and each is gone within six minutes.
struct SeenAssertion: SignInRecord, Hashable {
    static let kind = "client_assertion"

    var tenant: TenantID
    /// The digest of client and `jti`: two clients may use the same `jti`.
    var digest: Digest
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { keptUntil }
    var content: JSONObject {
        var content = JSONObject()
        content.set("kept_until", keptUntil)
        return content
    }

    init(_ assertion: ClientAssertion, of client: OIDCClient) {
        tenant = client.tenant
        digest = Digest(ofText: "\(client.id).\(assertion.tokenID)")
        keptUntil = assertion.endsAt
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: SeenAssertion.kind)
        keptUntil = try ContentReader(kind: SeenAssertion.kind, content: content).time("kept_until")
    }
}

extension SignIn {
    /// Verifies that an assertion is by the client and is new.
    func proven(_ client: OIDCClient?, by assertion: String, tenant: TenantID?) async throws -> OIDCClient {
        guard let client, tenant == nil || client.tenant == tenant, client.tokenAuthentication == .privateKeyJWT,
            let keys = client.keys
        else { throw ClientAuthentication.refusal }
        let proof: ClientAssertion
        do {
            proof = try ClientAssertion(
                verifying: assertion,
                by: keys,
                of: client.id,
                audiences: audiences(of: client.tenant),
                now: world.now()
            )
        } catch {
            throw error.error
        }
        var change = RecordChange()
        change.insert(SeenAssertion(proof, of: client))
        guard try await records.commit(change) == .committed else { throw ClientAssertionRefusal.replayed.error }
        return client
    }

    /// The audiences: the issuer, the token endpoint and the push endpoint (RFC 7523, section 3; RFC 9126, section 2).
    private func audiences(of tenant: TenantID) -> Set<String> {
        let endpoints = [SignIn.tokenPath, SignIn.pushPath]
        return Set(
            [policy.issuer(of: tenant)]
                + endpoints.flatMap { [address($0, tenant: tenant), address($0, tenant: nil)] }
        )
    }
}
