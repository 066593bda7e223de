import ChaveBase
import ChaveJOSE
import ChaveWire
import HTTPKernel
import OpenFinanceWire
import SandboxBank

/// The proof of a client by its own key (`private_key_jwt`; OpenID Connect Core 1.0, section 9; RFC 7523, section 3).
struct ClientAssertion {
    private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The longest assertion, in bytes.
    private static let longest = 8 * 1_024
    /// How far its end may be ahead.
    private static let longestLifeSeconds: Int64 = 3_600

    private let text: String
    private let claims: JWTClaims
    private let keyID: String

    /// Reads the assertion of a form; nothing in it is trustworthy yet.
    private init(_ form: QueryParameters) throws(OAuthRefusal) {
        guard form["client_assertion_type"] == ClientAssertion.type, let text = form["client_assertion"] else {
            throw .invalidClient("Send client_assertion and client_assertion_type: private_key_jwt is the only proof.")
        }
        guard text.utf8.count <= ClientAssertion.longest, let message = try? CompactJWS(parsing: text),
            let claims = JWTClaims(parsing: message.payload), let keyID = message.keyID,
            message.claimedAlgorithm == JWSAlgorithm.ps256.rawValue
        else { throw .invalidClient("The client_assertion is no token signed by PS256 with a kid.") }
        self.text = text
        self.claims = claims
        self.keyID = keyID
    }

    /// Proves the client of a form: the certificate is its own, the assertion is signed by its key, for this server, in
    /// time and for the first time.
    static func prove(_ form: QueryParameters, _ context: AuthorizationContext) async throws -> ProvenClient {
        let certificate = try context.caller
        let assertion = try ClientAssertion(form)
        guard let id = assertion.claims.issuer, form["client_id"].map({ isSame($0, id) }) ?? true else {
            throw OAuthRefusal.invalidClient("The client_assertion is another client's.")
        }
        let (wire, institution) = (context.wire, context.institution)
        guard let client = try await wire.bank.client(id, at: institution.id) else {
            throw OAuthRefusal.invalidClient("This client is not registered here.")
        }
        guard client.owns(certificate) else {
            throw OAuthRefusal.invalidClient("The certificate of the connection is another client's.")
        }
        let keys = try await wire.software.keys(of: client.softwareKeys, for: assertion.keyID).keys
        let endpoints = [
            institution.issuer, institution.tokenEndpoint, "\(institution.mutualBase)\(context.request.path)",
        ]
        guard let audience = endpoints.first(where: { assertion.claims.audiences.contains($0) }) else {
            throw OAuthRefusal.invalidClient("The client_assertion is for another server: aud is the issuer.")
        }
        try assertion.require(client.id, audience, keys, at: context.now)
        guard let tokenID = assertion.claims.tokenID, (1...256).contains(tokenID.utf8.count),
            try await wire.bank.takeMessage("assertion \(tokenID)", of: client.id, at: institution.id)
        else { throw OAuthRefusal.invalidClient("Send each client_assertion with a jti of its own, once.") }
        return ProvenClient(registered: client, certificate: certificate)
    }

    private func require(_ client: String, _ audience: String, _ keys: JWKSet, at now: Timestamp) throws(OAuthRefusal) {
        let expectation = JWTExpectation(type: nil, issuer: client, audience: audience, leewaySeconds: 10)
        let verified: VerifiedJWT
        do {
            verified = try keys.verify(text, expecting: expectation, now: now.seconds)
        } catch {
            throw .invalidClient("The client_assertion does not hold: \(error.rawValue).")
        }
        guard verified.key.algorithm == .ps256 else { throw .invalidClient("Sign the client_assertion by PS256.") }
        guard let subject = verified.claims.subject, isSame(subject, client) else {
            throw .invalidClient("The client_assertion's sub is not its iss.")
        }
        guard let end = verified.claims.expiresAt, end <= now.seconds + ClientAssertion.longestLifeSeconds else {
            throw .invalidClient("The client_assertion may live for an hour at most.")
        }
    }
}

/// Whether two texts are the same, byte by byte.
func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
