import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveTransport
import ChaveWire
import Crypto
import Foundation

extension FakeServer {
    static func form(_ request: HTTPRequest) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: request.body ?? [], as: UTF8.self).split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[PercentEncoding.decode(halves[0]) ?? ""] = PercentEncoding.decode(halves[1]) ?? ""
        }
        return fields
    }

    static func json(_ request: HTTPRequest) throws -> JSONObject {
        try JSONValue(parsing: request.body ?? []).object ?? JSONObject()
    }

    static func bytes(_ value: JSONValue?) -> [UInt8] {
        Array(value?.string.flatMap { Data(base64Encoded: $0) } ?? Data())
    }

    /// The first call begins a session, the second one spends it.
    func challenge(
        _ request: HTTPRequest,
        _ path: String,
        finish: (_ session: Session, _ credential: String) throws -> Answer
    ) async throws -> Answer {
        let fields = FakeServer.form(request)
        guard let id = fields["auth_session"] else {
            return state.withLock { state in
                let id = state.fresh("session")
                state.sessions[id] = Session(fields: fields, path: path)
                var body = JSONObject()
                body["error"] = "insufficient_authorization"
                body["auth_session"] = .string(id)
                body["challenge"] = .string("challenge-of-\(id)")
                body["expires_in"] = 120
                if state.namesTenant { body["tenant_id"] = .string(FakeServer.tenant) }
                body["token_endpoint_auth_method"] = state.clientAuthentication.map(JSONValue.string)
                return Answer(403, .object(body))
            }
        }
        guard let session = state.withLock({ $0.sessions.removeValue(forKey: id) }), session.path == path else {
            return Answer(400, ["error": "invalid_session"])
        }
        guard let credential = try await provenCredential(fields["assertion"] ?? "", session, id) else {
            return Answer(400, ["error": "invalid_grant"])
        }
        if let credentialState = state.withLock({ $0.bound[credential]?.state }) {
            return Answer(403, ["error": "access_denied", "credential_state": .string(credentialState)])
        }
        return try finish(session, credential)
    }

    /// The credential whose key made the proof; `nil` when the proof does not hold.
    private func provenCredential(_ text: String, _ session: Session, _ id: String) async throws -> String? {
        let jws = try CompactJWS(parsing: text)
        let certificates = (jws.header["x5c"]?.array ?? []).map { FakeServer.bytes($0) }
        let roots = state.withLock { $0.roots }
        let chain = try await CredentialChain.verify(
            certificates,
            tenant: FakeServer.tenant,
            roots: roots,
            now: now
        )
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
        let claims = try JSONValue(parsing: jws.payload)
        var expected = session.fields
        expected["purpose"] = FakeServer.purpose(session.path)
        expected["challenge"] = "challenge-of-\(id)"
        expected["auth_session"] = id
        expected["aud"] = FakeServer.base + session.path
        expected["response_type"] = nil
        expected["code_challenge_method"] = nil
        guard chain.publicKey.isValidSignature(signature, for: jws.signingInput), jws.type == "chave-signin+jwt",
            jws.claimedAlgorithm == "ES256", expected.allSatisfy({ claims[$0.key]?.string == $0.value }),
            let issued = claims["iat"]?.number?.int64, let expires = claims["exp"]?.number?.int64,
            issued <= clock.seconds, expires > clock.seconds, expires - issued <= 120,
            state.withLock({ $0.bound[chain.subject.credential]?.chain }) == certificates
        else { return nil }
        return chain.subject.credential
    }

    private static func purpose(_ path: String) -> String {
        if path.contains("/browser-approvals/") { return "browser" }
        return path == "/v2/extensions" ? "extension" : "sign-in"
    }

    func granted(_ session: Session, _ credential: String) throws -> Answer {
        try state.withLock { state in
            let code = state.fresh("code")
            let user = state.bound[credential]?.user ?? ""
            state.grants[code] = Grant(fields: session.fields, user: user)
            var body = JSONObject()
            body["authorization_code"] = .string(code)
            body["iss"] = .string(FakeServer.issuer)
            body["state"] = session.fields["state"].map(JSONValue.string)
            body["chain"] = try self.renewal(of: credential, &state)
            return Answer(200, .object(body))
        }
    }

    /// The certificates that the server renews where it does, under the root of now.
    func renewal(of credential: String, _ state: inout State) throws -> JSONValue? {
        guard state.renewsCertificate, let bound = state.bound[credential] else { return nil }
        let chain = try issue(to: credential, user: bound.user, like: bound.chain, state.root, state.fresh("serial"))
        state.bound[credential]?.chain = chain
        return .array(chain.map { .string(PEM.encode(certificate: $0)) })
    }

    private func issue(
        to credential: String,
        user: String,
        like chain: [[UInt8]],
        _ root: TenantRoot,
        _ serial: String
    ) throws -> [[UInt8]] {
        guard let key = deviceKeys.withLock({ $0[credential] }) else { return chain }
        let digest = Array(SHA256.hash(data: Array(serial.utf8)).prefix(16))
        let subject = CredentialSubject(tenant: FakeServer.tenant, user: user, credential: credential)
        return [
            try root.issue(to: subject, key: key, serial: digest, now: now, seconds: 365 * 86_400), root.certificate,
        ]
    }

    func token(_ request: HTTPRequest) throws -> Answer {
        let fields = FakeServer.form(request)
        return try state.withLock { state in
            guard state.clientAuthentication ?? "none" == "none" else {
                return Answer(401, ["error": "invalid_client"])
            }
            if fields["grant_type"] == "refresh_token" { return try self.refreshed(fields, &state) }
            guard let grant = state.grants.removeValue(forKey: fields["code"] ?? ""),
                grant.fields["redirect_uri"] == fields["redirect_uri"],
                grant.fields["client_id"] == fields["client_id"],
                grant.fields["code_challenge"] == FakeServer.s256(fields["code_verifier"] ?? "")
            else { return Answer(400, ["error": "invalid_grant"]) }
            state.family = FakeServer.Family(client: fields["client_id"] ?? "", user: grant.user)
            return try self.tokens("chave_at_secret", nonce: grant.fields["nonce"], &state)
        }
    }

    /// A refresh token is good once; a second use ends the family.
    private func refreshed(_ fields: [String: String], _ state: inout State) throws -> Answer {
        guard let family = state.family, family.client == fields["client_id"],
            fields["refresh_token"] == "chave_rt_\(family.generation)"
        else {
            state.family = nil
            return Answer(400, ["error": "invalid_grant"])
        }
        state.family?.generation += 1
        return try tokens("chave_at_refreshed_\(family.generation + 1)", nonce: nil, &state)
    }

    private func tokens(_ access: String, nonce: String?, _ state: inout State) throws -> Answer {
        guard let family = state.family else { return Answer(400, ["error": "invalid_grant"]) }
        var claims: JSONObject = JSONObject()
        claims["iss"] = .string(FakeServer.issuer)
        claims["sub"] = .string(family.user)
        claims["aud"] = .string(family.client)
        claims["iat"] = JSONValue(clock.seconds)
        claims["exp"] = JSONValue(clock.seconds + 300)
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["at_hash"] = .string(LeftHalfHash.sha256(access))
        state.changesIDToken?(&claims)
        let signed = try state.signingKey.sign(JSONValue.object(claims).encoded(), type: "JWT")
        let idToken = try state.forgesIDToken?(signed) ?? signed
        var body = JSONObject()
        body["access_token"] = .string(access)
        body["token_type"] = "Bearer"
        body["expires_in"] = 300
        body["id_token"] = .string(idToken)
        if state.givesRefreshTokens { body["refresh_token"] = .string("chave_rt_\(family.generation)") }
        return Answer(200, .object(body))
    }

    func revoke(_ request: HTTPRequest) -> Answer {
        let token = FakeServer.form(request)["token"] ?? ""
        set { state in
            if token == "chave_rt_\(state.family?.generation ?? -1)" { state.family = nil }
        }
        return Answer(200, [:])
    }

    static func s256(_ verifier: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
    }

    func discovery() -> Answer {
        Answer(200, ["issuer": .string(FakeServer.issuer), "jwks_uri": .string("\(FakeServer.issuer)/jwks")])
    }

    func keys() -> Answer {
        let keys = state.withLock { $0.publishedKeys.map { JSONValue.object($0.publicKey.jwk) } }
        return Answer(200, ["keys": .array(keys)])
    }
}
