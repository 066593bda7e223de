import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveWire
import Crypto
import SignInModel

/// A JWS by a credential's key over the values of a session's first call (docs/sign-in.md, "Proof of a key").
struct CredentialProof {
    private static let type = "chave-signin+jwt"
    /// The number of certificates: one to five devices and the root.
    private static let chainLengths = 2...6
    private static let maximumCertificateLength = 4_096
    private static let forbidden = ["crit", "jku", "jwk", "x5u", "kid", "x5t", "x5t#S256"]
    private static let maximumSeconds: Int64 = 120
    /// The tolerance for a device whose clock is ahead of the server's.
    private static let leewaySeconds: Int64 = 30

    let text: String
    let certificates: [[UInt8]]

    /// Parses the proof; nothing in it is verified yet.
    init(parsing text: String) throws(ProofRefusal) {
        guard let jws = try? CompactJWS(parsing: text) else { throw .malformed }
        self.text = text
        guard CredentialProof.forbidden.allSatisfy({ jws.header[$0] == nil }) else { throw .forbiddenHeader }
        guard jws.type == CredentialProof.type else { throw .wrongType }
        guard jws.claimedAlgorithm == JWSAlgorithm.es256.rawValue else { throw .wrongAlgorithm }
        certificates = try CredentialProof.chain(jws.header["x5c"])
    }

    private static func chain(_ value: JSONValue?) throws(ProofRefusal) -> [[UInt8]] {
        guard let elements = value?.array, chainLengths.contains(elements.count) else { throw .badChain }
        var certificates: [[UInt8]] = []
        for element in elements {
            guard let bytes = element.string.flatMap({ Base64.decode($0) }), !bytes.isEmpty,
                bytes.count <= maximumCertificateLength
            else { throw .badChain }
            certificates.append(bytes)
        }
        return certificates
    }

    /// Verifies signature and claims, in the order of `ProofRefusal`.
    func verify(
        key: P256.Signing.PublicKey,
        of challenge: SignInChallenge,
        session: String,
        audience: String,
        now: Timestamp
    ) throws(ProofRefusal) {
        let point = Array(key.rawRepresentation)
        guard let key = try? VerificationKey(p256x: Array(point.prefix(32)), y: Array(point.suffix(32))),
            let jws = try? key.verify(text)
        else { throw .unknownCredential }
        guard let claims = JWTClaims(parsing: jws.payload), let issued = claims.issuedAt, let expires = claims.expiresAt
        else { throw .malformedClaims }
        let expected = Expected(challenge, session: session)
        for (name, value, refusal) in expected.claims {
            guard CredentialProof.isSame(claims[name], value) else { throw refusal }
        }
        guard claims.audiences.count == 1, CredentialProof.isSame(.string(claims.audiences[0]), audience) else {
            throw .wrongAudience
        }
        for (name, value, refusal) in expected.askedClaims {
            guard CredentialProof.isSame(claims[name], value) else { throw refusal }
        }
        guard now.seconds < expires, expires - issued <= CredentialProof.maximumSeconds else { throw .expired }
        guard issued <= now.seconds + CredentialProof.leewaySeconds, issued <= expires else { throw .issuedInFuture }
    }

    /// Whether a claim equals the expected text by bytes; `nil` expects an absent claim.
    private static func isSame(_ claim: JSONValue?, _ expected: String?) -> Bool {
        guard let expected else { return claim == nil }
        return claim?.string.map { $0.utf8.elementsEqual(expected.utf8) } ?? false
    }

    private struct Expected {
        var claims: [(name: String, value: String?, refusal: ProofRefusal)]
        var askedClaims: [(name: String, value: String?, refusal: ProofRefusal)]

        init(_ challenge: SignInChallenge, session: String) {
            claims = [
                ("purpose", challenge.purpose.rawValue, .wrongPurpose),
                ("challenge", challenge.challenge, .wrongChallenge),
                ("auth_session", session, .wrongSession),
                ("client_id", challenge.client, .wrongClient),
            ]
            askedClaims = [
                ("redirect_uri", challenge.asked?.redirectURI, .wrongRedirect),
                ("scope", challenge.asked?.scopeText, .wrongScope),
                ("state", challenge.asked?.state, .wrongState),
                ("nonce", challenge.asked?.nonce, .wrongNonce),
                ("code_challenge", challenge.asked?.codeChallenge?.text, .wrongCodeChallenge),
                ("dpop_jkt", challenge.asked?.proofKey, .wrongProofKey),
            ]
        }
    }
}

extension SignIn {
    /// Verifies the proof of a spent session, then checks the user and the device.
    ///
    /// - Throws: `invalid_grant` where the proof does not hold. 403 `access_denied` with `credential_state` where the
    ///   proof holds but user or device no longer count.
    func holder(
        proving assertion: String,
        of challenge: SignInChallenge,
        session: String,
        audience: String
    ) async throws -> CredentialHolder {
        let proof: CredentialProof
        do {
            proof = try CredentialProof(parsing: assertion)
        } catch {
            throw error.error
        }
        let chain = try await chain(of: proof, tenant: challenge.tenant)
        do {
            let key = chain.publicKey
            try proof.verify(key: key, of: challenge, session: session, audience: audience, now: world.now())
        } catch {
            throw error.error
        }
        do {
            return try await holder(of: chain)
        } catch let refusal as OAuthError {
            try await noteFailure(refusal, of: chain.subject, client: challenge.client, challenge.tenant)
            throw refusal
        }
    }

    /// Notes a failure where the user or the device no longer counts; an unrecorded chain belongs to no user.
    private func noteFailure(
        _ refusal: OAuthError,
        of subject: CredentialSubject,
        client: String,
        _ tenant: TenantID
    ) async throws {
        guard let state = refusal.members["credential_state"]?.string, let reason = SignInFailure(rawValue: state)
        else {
            return
        }
        try await noteFailure(reason, tenant, user: subject.user, client: client, credential: subject.credential)
    }

    /// Verifies the proof's chain; an invalid chain and a signature by another key get the same answer.
    private func chain(of proof: CredentialProof, tenant: TenantID) async throws -> VerifiedChain {
        do {
            return try await verifiedChain(proof.certificates, of: tenant)
        } catch let refusal as OAuthError where refusal.code == .invalidGrant {
            throw ProofRefusal.unknownCredential.error
        }
    }
}
