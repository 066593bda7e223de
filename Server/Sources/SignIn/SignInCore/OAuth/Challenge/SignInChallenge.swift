import ChaveBase
import ChaveWire
import Hashing
import SignInModel

/// The challenge that a device must sign: a first call makes it, and the next call spends it, whatever its result.
struct SignInChallenge: SignInRecord, Hashable, Redacted {
    static let kind = "auth_session"

    /// The purpose of the signature; a proof for one purpose is invalid for another.
    enum Purpose: String, Hashable, Sendable, CaseIterable {
        case signIn = "sign-in"
        case `extension`
        /// The device signs a browser in.
        case browser
    }

    /// The values of the first call, which the proof repeats; an extension has none of them.
    struct Asked: Hashable, Sendable {
        var redirectURI: String
        var scope: Scope
        /// The scope as the client sent it, which the proof repeats.
        var scopeText: String
        var state: String?
        var nonce: String?
        var codeChallenge: CodeChallenge?
        /// The value of `dpop_jkt`.
        var proofKey: String?
        /// The `sub` of `id_token_hint`.
        var hintedUser: String?
        var resources: [String]
    }

    var tenant: TenantID
    /// The digest of `auth_session`; the server does not store the value itself.
    var digest: Digest
    var challenge: String
    var purpose: Purpose
    var client: String
    var asked: Asked?
    /// The session's digest of the question that a new answer is for; `nil` outside of that case.
    var question: Digest?
    /// The deadline, by the clock of deadlines.
    var deadline: Timestamp

    var recordID: String { digest.text }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { deadline }

    var content: JSONObject {
        var content = JSONObject()
        content.set("challenge", challenge)
        content.set("purpose", purpose.rawValue)
        content.set("client", client)
        content.set("redirect_uri", asked?.redirectURI)
        content.set("scope", asked?.scopeText)
        content.set("known_scope", asked?.scope.text)
        content.set("state", asked?.state)
        content.set("nonce", asked?.nonce)
        content.set("code_challenge", asked?.codeChallenge?.text)
        content.set("proof_key", asked?.proofKey)
        content.set("hinted_user", asked?.hintedUser)
        if let asked { content.set("resources", asked.resources) }
        content.set("question", question)
        content.set("deadline", deadline)
        return content
    }

    init(
        tenant: TenantID,
        digest: Digest,
        challenge: String,
        purpose: Purpose,
        client: String,
        asked: Asked?,
        question: Digest? = nil,
        deadline: Timestamp
    ) {
        self.tenant = tenant
        self.digest = digest
        self.challenge = challenge
        self.purpose = purpose
        self.client = client
        self.asked = asked
        self.question = question
        self.deadline = deadline
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: SignInChallenge.kind, content: content)
        self.tenant = tenant
        digest = try Digest(recordID: recordID, kind: SignInChallenge.kind)
        challenge = try reader.text("challenge")
        purpose = try reader.choice("purpose", as: Purpose.self)
        client = try reader.text("client")
        question = content["question"] == nil ? nil : try reader.digest("question")
        deadline = try reader.time("deadline")
        guard let redirectURI = try reader.optionalText("redirect_uri") else { return }
        let scope = try reader.text("scope")
        asked = Asked(
            redirectURI: redirectURI,
            scope: Scope(granted: try reader.text("known_scope")),
            scopeText: scope,
            state: try reader.optionalText("state"),
            nonce: try reader.optionalText("nonce"),
            codeChallenge: nil,
            proofKey: try reader.optionalText("proof_key"),
            hintedUser: try reader.optionalText("hinted_user"),
            resources: try reader.texts("resources")
        )
        if let text = try reader.optionalText("code_challenge") {
            guard let challenge = CodeChallenge(text) else { throw .damaged(kind: SignInChallenge.kind) }
            asked?.codeChallenge = challenge
        }
    }
}

extension SignIn {
    /// Begins a session, and returns the first call's answer: 403 with `auth_session` and `challenge`.
    func beginChallenge(
        _ purpose: SignInChallenge.Purpose,
        client: OIDCClient,
        asked: SignInChallenge.Asked? = nil,
        question: Digest? = nil
    ) async throws -> OAuthError {
        let (session, challenge) = (world.newSecret(), world.newSecret())
        var change = RecordChange()
        change.insert(
            SignInChallenge(
                tenant: client.tenant,
                digest: Digest(ofText: session),
                challenge: challenge,
                purpose: purpose,
                client: client.id,
                asked: asked,
                question: question,
                deadline: world.deadlineNow().adding(seconds: policy.authSessionSeconds)
            )
        )
        guard try await records.commit(change) == .committed else { throw SignInFault.contended }
        var members = JSONObject()
        members["auth_session"] = .string(session)
        members["challenge"] = .string(challenge)
        members["expires_in"] = JSONValue(policy.authSessionSeconds)
        members["tenant_id"] = .string(client.tenant.text)
        members["token_endpoint_auth_method"] = .string(client.tokenAuthentication.rawValue)
        return OAuthError(
            .insufficientAuthorization,
            "Sign the challenge with the credential's key and send it with auth_session.",
            status: 403,
            members: members
        )
    }

    /// Spends a session in a commit of its own, so that no later failure restores it.
    ///
    /// Unknown, spent and expired sessions get the same answer, and so do sessions of another client or purpose.
    func spendChallenge(
        _ session: String,
        _ purpose: SignInChallenge.Purpose,
        client: OIDCClient
    ) async throws -> SignInChallenge {
        let refusal = OAuthError(.invalidSession, "The session is unknown, spent or expired; begin anew.")
        let id = Digest(ofText: session).text
        guard let loaded = try await records.find(SignInChallenge.self, id, of: client.tenant) else { throw refusal }
        var change = RecordChange()
        change.remove(loaded)
        guard try await records.commit(change) == .committed else { throw refusal }
        let challenge = loaded.record
        guard challenge.purpose == purpose, challenge.client == client.id, world.deadlineNow() < challenge.deadline
        else { throw refusal }
        return challenge
    }
}
