public import ChaveBase
public import ChaveWire
import Hashing
public import SignInModel

/// The question that a device shows its person before a browser is signed in.
public struct BrowserQuestionView: Hashable, Sendable {
    public var tenantName: String
    /// The client's name; `nil` where the person's own page asks.
    public var clientName: String?
    public var browser: BrowserDescription
    /// Whether browser and device have the same address, or the same /64 of IPv6; `nil` where an address is unknown.
    ///
    /// A person who is tricked reads a QR that was passed on, in another network than the page's network. A phone
    /// outside the room's network looks the same to the server. The value is therefore a warning and no refusal.
    public var isSameNetwork: Bool?
    /// The three numbers to pick from; the page shows one of them.
    public var choices: [MatchNumber]
    public var expiresInSeconds: Int64
    /// The session that the answer signs, with ``challenge``.
    public var authSession: String
    public var challenge: String
    /// The device's certificates from now on, as PEM; `nil` where the device already has them.
    public var chain: [String]?

    public var json: JSONValue {
        var object = JSONObject()
        object["tenant_name"] = .string(tenantName)
        object["client_name"] = clientName.map(JSONValue.string)
        object["browser"] = browser.browser.map(JSONValue.string)
        object["system"] = browser.system.map(JSONValue.string)
        object["same_network"] = isSameNetwork.map(JSONValue.bool) ?? .null
        object["choices"] = .array(choices.map { .string($0.text) })
        object["expires_in"] = JSONValue(expiresInSeconds)
        object["auth_session"] = .string(authSession)
        object["challenge"] = .string(challenge)
        object["chain"] = chain.map { .array($0.map(JSONValue.string)) }
        return .object(object)
    }
}

/// The result of a device's answer.
public enum BrowserApprovalOutcome: String, Hashable, Sendable, CaseIterable {
    case approved
    case refused

    public var json: JSONValue { ["status": .string(rawValue)] }
}

extension SignIn {
    /// Answers `POST /v2/browser-approvals/<id>`, both calls; the first always throws `insufficient_authorization`.
    ///
    /// A QR serves only the first device that proves its key. That device's certificate is renewed where it is about to
    /// expire. Unknown, expired and used QRs get the same answer.
    public func lookAtBrowser(
        _ id: String,
        _ parameters: OAuthParameters,
        tenant: TenantID,
        from source: IPAddress?
    ) async throws -> BrowserQuestionView {
        let proven = try await browserProof(parameters, at: BrowserApprovalPath.of(id), tenant)
        guard proven.claims["decision"] == nil, proven.claims["number"] == nil else {
            throw ProofRefusal.malformedClaims.error
        }
        let next = try await beginChallenge(.browser, client: proven.client).members
        let session = next["auth_session"]?.string ?? ""
        // The renewal comes before any commit that depends on the credential's present version.
        let chain = try await renewal(of: proven.holder)
        let asked = try await records.changing { [self] in
            let holder = try await holder(of: proven.holder.chain)
            var found = try await offered(id, of: tenant)
            guard found.record.hintedUser == nil || found.record.hintedUser == proven.user.id else {
                throw OAuthError(.accessDenied, "The app asks for another person to sign in.", status: 403)
            }
            let drawn = MatchNumber.drawn(world)
            let question = BrowserQuestion(
                offer: id,
                user: proven.user,
                number: drawn.number,
                choices: drawn.choices,
                until: world.deadlineNow().adding(seconds: policy.browser.questionSeconds),
                session: Digest(ofText: session)
            )
            found.record.approval = try received(.question(question), found.record)
            var change = RecordChange()
            holder.demand(in: &change)
            change.replace(found)
            return (change, (found.record, question))
        }
        let asker = try await asker(of: asked.0)
        return BrowserQuestionView(
            tenantName: asker.tenantName,
            clientName: asker.clientName,
            browser: asked.0.browser,
            isSameNetwork: asked.0.comes(from: source),
            choices: asked.1.choices,
            expiresInSeconds: policy.browser.questionSeconds,
            authSession: session,
            challenge: next["challenge"]?.string ?? "",
            chain: chain
        )
    }

    /// Answers `POST /v2/browser-approvals/<id>/decision`: the person has picked a number, or has refused.
    ///
    /// The proof contains `decision` (`approve`) and `number`; a wrong number refuses. A refusal needs only the
    /// question's session, so that no fingerprint is needed to say no. An approval signs the question's session too. If
    /// that call's answer was lost, the approval may sign a session that began at this address while the question was
    /// open.
    public func decideBrowser(
        _ id: String,
        _ parameters: OAuthParameters,
        tenant: TenantID
    ) async throws -> BrowserApprovalOutcome {
        if parameters["decision"] == "refuse" { return try await refuseBrowser(id, parameters, tenant) }
        let path = BrowserApprovalPath.decision(of: id)
        let proven = try await browserProof(parameters, at: path, tenant, answering: id)
        let answer = BrowserQuestionAnswer(
            offer: id,
            session: proven.question,
            credential: proven.holder.credential.record.id,
            picked: try SignIn.picked(proven.claims)
        )
        return try await records.changing { [self] in
            var found = try await offered(id, of: tenant)
            found.record.approval = try received(.answer(answer), found.record)
            var change = RecordChange()
            proven.holder.demand(in: &change)
            change.replace(found)
            guard case .approved = found.record.approval else {
                noteRefusal(by: proven.user, of: tenant, in: &change)
                return (change, .refused)
            }
            return (change, .approved)
        }
    }

    private func refuseBrowser(
        _ id: String,
        _ parameters: OAuthParameters,
        _ tenant: TenantID
    ) async throws -> BrowserApprovalOutcome {
        let session = Digest(ofText: try parameters.required("auth_session"))
        return try await records.changing { [self] in
            var found = try await offered(id, of: tenant)
            guard case .asked(let question, _) = found.record.approval,
                question.session.equalsInConstantTime(session), let credential = question.user.credential
            else { throw OAuthError.browserQuestionOver }
            let answer = BrowserQuestionAnswer(offer: id, session: session, credential: credential, picked: nil)
            found.record.approval = try received(.answer(answer), found.record)
            var change = RecordChange()
            change.replace(found)
            noteRefusal(by: question.user, of: tenant, in: &change)
            return (change, .refused)
        }
    }

    private func noteRefusal(by user: SignedInUser, of tenant: TenantID, in change: inout RecordChange) {
        let (id, credential) = (user.id, user.credential)
        note(.signInFailed, tenant, user: id, credential: credential, reason: .approvalRefused, in: &change)
    }

    private struct BrowserProof {
        var client: OIDCClient
        var holder: CredentialHolder
        var user: SignedInUser
        var claims: JSONObject
        /// The digest of the session of the question that this proof answers.
        var question: Digest
    }

    private func browserProof(
        _ parameters: OAuthParameters,
        at path: String,
        _ tenant: TenantID,
        answering id: String? = nil
    ) async throws -> BrowserProof {
        let client = try await registeredClient(try parameters.required("client_id"), tenant: tenant)
        guard let session = parameters["auth_session"] else {
            let question = try await question(of: id, tenant)
            throw try await beginChallenge(.browser, client: client, question: question)
        }
        let challenge = try await spendChallenge(session, .browser, client: client)
        let assertion = try parameters.required("assertion")
        let holder = try await holder(
            proving: assertion,
            of: challenge,
            session: session,
            audience: address(path, tenant: tenant)
        )
        guard let jws = try? CompactJWS(parsing: assertion),
            let claims = try? JSONValue(parsing: jws.payload).object
        else { throw ProofRefusal.malformedClaims.error }
        return BrowserProof(
            client: client,
            holder: holder,
            user: signedIn(holder),
            claims: claims,
            question: challenge.question ?? Digest(ofText: session)
        )
    }

    /// The session's digest of the question that is open or approved at `id`; the caller does not receive it.
    private func question(of id: String?, _ tenant: TenantID) async throws -> Digest? {
        guard let id else { return nil }
        let index = BrowserRequest.index(offer: id)
        let found = try await records.find(BrowserRequest.self, by: index, of: tenant)?.record
        switch found?.approval.passing(to: world.deadlineNow(), policy.browser) {
        case .asked(let question, _), .approved(let question, _, _): return question.session
        case .idle, .offered, .ended, nil: return nil
        }
    }

    private static func picked(_ claims: JSONObject) throws(OAuthError) -> MatchNumber {
        guard claims["decision"] == "approve", let number = claims["number"]?.string.flatMap(MatchNumber.init(text:))
        else { throw ProofRefusal.malformedClaims.error }
        return number
    }

    private func offered(_ id: String, of tenant: TenantID) async throws -> Loaded<BrowserRequest> {
        let index = BrowserRequest.index(offer: id)
        guard let found = try await records.find(BrowserRequest.self, by: index, of: tenant),
            world.deadlineNow() < found.record.deadline
        else { throw OAuthError.noSuchBrowser }
        return found
    }

    private func received(
        _ event: BrowserApprovalEvent,
        _ record: BrowserRequest
    ) throws(OAuthError) -> BrowserApprovalState {
        do {
            return try record.approval.receiving(event, at: world.deadlineNow(), policy.browser).next
        } catch {
            switch error {
            case .notOffered: throw .noSuchBrowser
            case .questionOver: throw .browserQuestionOver
            }
        }
    }
}

extension OAuthError {
    static let noSuchBrowser = OAuthError(
        .notFound,
        "No browser waits there: the QR is over or another device has used it; read the one that is shown now.",
        status: 404
    )
    static let browserQuestionOver = OAuthError(
        .conflict,
        "The question was answered, or not in time; read the QR that is shown now.",
        status: 409
    )
}

/// The paths at which a device approves a browser, below a tenant's issuer.
enum BrowserApprovalPath {
    static func of(_ id: String) -> String { "/v2/browser-approvals/\(id)" }

    static func decision(of id: String) -> String { "\(of(id))/decision" }
}
