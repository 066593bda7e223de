import ChaveBase
import SignInModel

extension SignIn {
    /// Reads an open request, and returns the change to store and the page's content.
    func looked(
        at found: Loaded<BrowserRequest>,
        _ visit: BrowserVisit
    ) async throws -> (change: RecordChange, answer: BrowserLook) {
        var (found, change) = (found, RecordChange())
        let (tenant, before) = (found.record.tenant, found.record)
        found.record.see(at: world.deadlineNow(), policy.browser)
        found.record.approval = found.record.approval.passing(to: world.deadlineNow(), policy.browser)
        let taken = try await taking(&found.record, visit, in: &change)
        var session = taken?.session
        if session == nil { session = try await liveSession(visit, of: tenant)?.record }
        let next = try await next(of: found.record, session)
        if next == .grant {
            change.remove(found)
            return (change, try await finished(found.record, session, newSession: taken?.secret))
        }
        if next == .signIn { try draw(&found.record) }
        let isChanged = found.record != before
        if isChanged { change.replace(found) }
        let turn = BrowserTurn(
            answer: try await answer(next, found.record, session),
            newSession: taken?.secret,
            version: found.version + (isChanged ? 1 : 0)
        )
        return (change, .turn(turn))
    }

    /// Signs the browser in where a device has approved it; a device that ended meanwhile ends the request.
    private func taking(
        _ record: inout BrowserRequest,
        _ visit: BrowserVisit,
        in change: inout RecordChange
    ) async throws -> (secret: String, session: BrowserSession)? {
        guard case .approved(let question, _, let refused) = record.approval else { return nil }
        do {
            let begun = try await beginSession(for: question.user, visit, of: record.tenant, in: &change)
            record.session = begun.session.digest
            record.approval = .idle(refused: refused)
            return begun
        } catch BrowserRefusal.personEnded {
            record.approval = .ended
            return nil
        }
    }

    private func next(of record: BrowserRequest, _ session: BrowserSession?) async throws -> AuthorizationStep {
        let isFresh = session != nil && record.session == session?.digest
        switch record.purpose {
        case .client(let request): return try await step(of: request, session, isFresh: isFresh)
        case .account: return isFresh ? .grant : .signIn
        }
    }

    private func finished(
        _ record: BrowserRequest,
        _ session: BrowserSession?,
        newSession: String?
    ) async throws -> BrowserLook {
        guard case .client(let request) = record.purpose, let session else {
            return .turn(BrowserTurn(answer: .account, newSession: newSession, version: 0))
        }
        return .done(request, session.user, newSession: newSession)
    }

    private func draw(_ record: inout BrowserRequest) throws {
        let now = world.deadlineNow()
        let step = try record.approval.receiving(.look, at: now, policy.browser)
        guard step.effects.contains(.drawOffer) else { return }
        let offer = BrowserOffer(id: world.newSecret(), until: now.adding(seconds: policy.browser.offerSeconds))
        record.approval = try step.next.receiving(.offerDrawn(offer), at: now, policy.browser).next
    }

    private func answer(
        _ step: AuthorizationStep,
        _ record: BrowserRequest,
        _ session: BrowserSession?
    ) async throws -> BrowserAnswer {
        if case .refuse(let error) = step, case .client(let request) = record.purpose {
            return .leave(to: request.refused(error, issuer: policy.issuer(of: record.tenant)))
        }
        let asker = try await asker(of: record)
        if step == .consent, case .client(let request) = record.purpose, let session {
            let user = try await known(session.user.id, of: record.tenant).record
            return .consent(
                BrowserConsentView(
                    asker: asker,
                    scopes: request.scope.names,
                    ownScopes: try await scopes(of: record.tenant).filter { request.scope.custom.contains($0.name) },
                    displayName: user.displayName,
                    userName: user.userName,
                    isRepeated: try await isRepeated(request, user.id),
                    shown: record.consentCode(of: session)
                )
            )
        }
        guard let approval = view(of: record.approval, record.tenant) else {
            guard case .client(let request) = record.purpose else { return .refused(to: nil) }
            return .refused(to: refusal(of: request))
        }
        return .signIn(
            BrowserSignInView(
                asker: asker,
                passkey: PasskeyOptions.request(by: policy.relyingParty, challenge: record.challenge),
                approval: approval,
                refusals: record.approval.refused ?? 0
            )
        )
    }

    private func isRepeated(_ request: AuthorizationRequest, _ user: String) async throws -> Bool {
        guard !request.prompts.contains(.consent) else { return false }
        return try await hasAgreedBefore(user, to: request)
    }

    func asker(of record: BrowserRequest) async throws -> BrowserAsker {
        var asker = BrowserAsker(tenantName: try await known(record.tenant).record.displayName)
        guard case .client(let request) = record.purpose else { return asker }
        let client = try await records.find(OIDCClient.self, request.client, of: record.tenant)?.record
        asker.clientName = client?.name ?? request.client
        asker.target = request.target
        asker.isAnew = request.prompts.contains(.login)
        asker.isForOnePerson = request.hintedUser != nil
        return asker
    }

    /// `nil` where no device can be asked any more.
    private func view(of state: BrowserApprovalState, _ tenant: TenantID) -> BrowserApprovalView? {
        let now = world.deadlineNow()
        switch state {
        case .offered(let offer, _):
            let address = policy.issuer(of: tenant) + BrowserApprovalPath.of(offer.id)
            return .offer(address: address, expiresInSeconds: now.secondsUp(to: offer.until))
        case .asked(let question, _), .approved(let question, _, _):
            return .number(question.number, expiresInSeconds: now.secondsUp(to: question.until))
        case .idle, .ended: return nil
        }
    }
}

extension AuthorizationRequest {
    /// The origin of a web address, or the scheme of an app's address, to which the browser finally goes.
    ///
    /// Registered addresses have a plain host, so the target cannot end a directive of a content policy.
    var target: String { AuthorizationRequest.target(redirectURI) }

    static func target(_ address: String) -> String {
        let scheme = address.prefix { $0 != ":" }
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let authority = address.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        return "\(scheme)://\(authority)"
    }
}
