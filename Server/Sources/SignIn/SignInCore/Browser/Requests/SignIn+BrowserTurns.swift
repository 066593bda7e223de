import ChaveBase
public import SignInModel

extension SignIn {
    /// The result of one look at a request.
    enum BrowserLook: Sendable {
        case turn(BrowserTurn)
        /// All questions are answered: the request is over, and its client gets a code.
        case done(AuthorizationRequest, SignedInUser, newSession: String?)
    }

    /// The state of a request's page: accepts a device's approval, draws a QR where one is due, ends finished requests.
    public func browserTurn(_ id: String, _ visit: BrowserVisit, of tenant: TenantID) async throws -> BrowserTurn {
        let look = try await records.changing { [self] in
            guard let found = try await openRequest(id, visit, of: tenant) else {
                return (RecordChange(), BrowserLook.turn(BrowserTurn(answer: .over, newSession: nil, version: 0)))
            }
            return try await looked(at: found, visit)
        }
        return try await ended(look)
    }

    /// The version that a waiting page compares, for a caller that waits until the version changes.
    ///
    /// The view is `nil` where the request is over, or where time has changed the stored state. The page must then look
    /// itself, and the caller stops waiting.
    package func followedBrowser(
        _ id: String,
        _ visit: BrowserVisit,
        of tenant: TenantID
    ) async throws -> Followed<Int64?> {
        guard let found = try await openRequest(id, visit, of: tenant) else {
            return Followed(view: nil, hangsOn: [], changesInMilliseconds: nil)
        }
        let now = world.deadlineNow()
        guard found.record.approval.passing(to: now, policy.browser) == found.record.approval else {
            return Followed(view: nil, hangsOn: [found.record.key], changesInMilliseconds: nil)
        }
        let moment = min(found.record.approval.nextMoment ?? found.record.deadline, found.record.deadline)
        return Followed(
            view: found.version,
            hangsOn: [found.record.key],
            changesInMilliseconds: now.millisecondsUp(to: moment)
        )
    }

    /// Stores whether the person agrees to give the client what it asks.
    ///
    /// `shown` is the page's `BrowserConsentView.shown`: if another person is signed in by now, the page asks again.
    public func decideConsent(
        _ agrees: Bool,
        shown: String,
        for id: String,
        _ visit: BrowserVisit,
        of tenant: TenantID
    ) async throws -> BrowserTurn {
        let look = try await records.changing { [self] in
            guard let found = try await openRequest(id, visit, of: tenant),
                case .client(let request) = found.record.purpose,
                let session = try await liveSession(visit, of: tenant)
            else { throw BrowserRefusal.over }
            let isFresh = found.record.session == session.record.digest
            guard shown == found.record.consentCode(of: session.record),
                try await step(of: request, session.record, isFresh: isFresh) == .consent
            else {
                return try await looked(at: found, visit)
            }
            var change = RecordChange()
            change.remove(found)
            guard agrees else { return (change, refused(request)) }
            change.require(session)
            change.touch(try await known(session.record.user.id, of: tenant))
            try await recordConsent(session.record.user.id, to: request, in: &change)
            return (change, .done(request, session.record.user, newSession: nil))
        }
        return try await ended(look)
    }

    /// Ends the request, because the person does not want to sign in.
    public func giveUp(_ id: String, _ visit: BrowserVisit, of tenant: TenantID) async throws -> BrowserTurn {
        let look = try await records.changing { [self] in
            guard let found = try await openRequest(id, visit, of: tenant) else { throw BrowserRefusal.over }
            var change = RecordChange()
            change.remove(found)
            guard case .client(let request) = found.record.purpose else {
                return (change, BrowserLook.turn(BrowserTurn(answer: .over, newSession: nil, version: 0)))
            }
            return (change, refused(request))
        }
        return try await ended(look)
    }

    private func refused(_ request: AuthorizationRequest) -> BrowserLook {
        let address = refusal(of: request)
        return .turn(BrowserTurn(answer: .leave(to: address), newSession: nil, version: 0))
    }

    func refusal(of request: AuthorizationRequest) -> String {
        let error = OAuthError(.accessDenied, "The person did not agree.")
        return request.refused(error, issuer: policy.issuer(of: request.tenant))
    }

    private func ended(_ look: BrowserLook) async throws -> BrowserTurn {
        switch look {
        case .turn(let turn): return turn
        case .done(let request, let user, let session):
            let address = try await granted(request, user)
            return BrowserTurn(answer: .leave(to: address), newSession: session, version: 0)
        }
    }
}
