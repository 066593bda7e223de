import ChaveBase

extension SignIn {
    /// What one look at a request came to.
    enum BrowserLook: Sendable {
        case turn(BrowserTurn)
        /// Nothing is left to ask: the request is over, and its client gets a code.
        case done(AuthorizationRequest, SignedInUser, newSession: String?)
    }

    /// How the page of a request stands: takes what a device approved, draws a QR where one is due, ends what is done.
    public func browserTurn(_ id: String, _ visit: BrowserVisit, of tenant: TenantID) async throws -> BrowserTurn {
        let look = try await records.changing { [self] in
            guard let found = try await openRequest(id, visit, of: tenant) else {
                return (RecordChange(), BrowserLook.turn(BrowserTurn(answer: .over, newSession: nil, version: 0)))
            }
            return try await looked(at: found, visit)
        }
        return try await ended(look)
    }

    /// What a page that waits compares, for whoever waits until it is another.
    ///
    /// `nil` where the request is over, and where time has led on from what is stored: it is for the page to look then, and
    /// whoever waits has nothing to wait for.
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

    /// The person agreed that the client gets what it asks, or did not.
    ///
    /// `shown` is the page's ``BrowserConsentView/shown``: where another person is signed in by now, they are asked anew.
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

    /// The person does not want to sign in.
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
