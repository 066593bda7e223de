import ChaveBase
import ChaveWire
import Hashing
public import SignInModel

/// The record of a code (RFC 6749, section 4.1.2), stored under the code's digest.
///
/// The record stays after the code's use, with the grant that it made, so that a second use is recognised.
struct AuthorizationCode: SignInRecord, Hashable {
    static let kind = "code"

    /// All values that the code is bound to.
    struct Terms: Hashable, Sendable {
        var client: String
        var redirectURI: String
        var scope: Scope
        var nonce: String?
        var codeChallenge: CodeChallenge?
        /// The thumbprint of the key that the exchange must prove (RFC 9449, section 10).
        var proofKey: String?
        /// The requested resources (RFC 8707); empty for the issuer itself.
        var resources: [String]
        var user: SignedInUser
    }

    var tenant: TenantID
    var digest: Digest
    var terms: Terms
    /// The deadline, by the clock of deadlines.
    var deadline: Timestamp
    /// The grant that the code's first use made.
    var grant: String?
    var keptUntil: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { keptUntil }

    var content: JSONObject {
        var content = JSONObject()
        content.set("client", terms.client)
        content.set("redirect_uri", terms.redirectURI)
        content.set("scope", terms.scope.text)
        content.set("nonce", terms.nonce)
        content.set("code_challenge", terms.codeChallenge?.text)
        content.set("proof_key", terms.proofKey)
        content.set("resources", terms.resources)
        terms.user.write(to: &content)
        content.set("deadline", deadline)
        content.set("grant", grant)
        content.set("kept_until", keptUntil)
        return content
    }

    init(tenant: TenantID, digest: Digest, terms: Terms, deadline: Timestamp) {
        self.tenant = tenant
        self.digest = digest
        self.terms = terms
        self.deadline = deadline
        keptUntil = deadline
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: AuthorizationCode.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: AuthorizationCode.kind)
        terms = Terms(
            client: try reader.text("client"),
            redirectURI: try reader.text("redirect_uri"),
            scope: Scope(granted: try reader.text("scope")),
            nonce: try reader.optionalText("nonce"),
            codeChallenge: nil,
            proofKey: try reader.optionalText("proof_key"),
            resources: try reader.texts("resources"),
            user: try SignedInUser(reader)
        )
        if let challenge = try reader.optionalText("code_challenge") {
            guard let challenge = CodeChallenge(challenge) else { throw .damaged(kind: AuthorizationCode.kind) }
            terms.codeChallenge = challenge
        }
        deadline = try reader.time("deadline")
        grant = try reader.optionalText("grant")
        keptUntil = try reader.time("kept_until")
    }
}

extension SignIn {
    /// Makes a code that is good once, for a minute.
    ///
    /// `change` is stored in the same commit.
    func issueCode(
        _ terms: AuthorizationCode.Terms,
        tenant: TenantID,
        with change: RecordChange = RecordChange()
    ) async throws -> String {
        let code = world.newSecret()
        var change = change
        change.insert(
            AuthorizationCode(
                tenant: tenant,
                digest: Digest(ofText: code),
                terms: terms,
                deadline: world.deadlineNow().adding(seconds: policy.codeSeconds)
            )
        )
        guard try await records.commit(change) == .committed else { throw SignInFault.contended }
        return code
    }

    /// Gives a code to a request's client, for a person who has signed in and agreed.
    ///
    /// - Returns: the registered address with `code`, `state` and `iss` (RFC 9207), to which the browser is sent.
    /// - Throws: 403 `access_denied` where the person or the device no longer counts.
    public func grantCode(for request: AuthorizationRequest, user: SignedInUser) async throws -> String {
        guard try await isActive(user, of: request.tenant) else {
            throw OAuthError(.accessDenied, "The person or the device does not count any more.", status: 403)
        }
        let code = try await issueCode(
            AuthorizationCode.Terms(
                client: request.client,
                redirectURI: request.redirectURI,
                scope: request.scope,
                nonce: request.nonce,
                codeChallenge: request.codeChallenge,
                proofKey: request.proofKey,
                resources: request.resources,
                user: user
            ),
            tenant: request.tenant
        )
        return RedirectURI.adding(
            [("code", code), ("state", request.state), ("iss", policy.issuer(of: request.tenant))],
            to: request.redirectURI
        )
    }
}
