public import ChaveBase
import Hashing
public import SignInModel

extension SignIn {
    /// Reads a browser's request to `/v2/authorize`; redirects where no question is needed, else stores the request.
    ///
    /// `tenant` is the tenant in the path; `nil` for the path without one. `visit` gives the cookies for a tenant.
    public func openInBrowser(
        _ pairs: [(name: String, value: String)],
        tenant: TenantID?,
        browser: BrowserDescription,
        from source: IPAddress?,
        visit: @Sendable (TenantID) -> BrowserVisit
    ) async throws -> BrowserOpening {
        switch try await openAuthorization(pairs, tenant: tenant) {
        case .show(let error): return .show(error)
        case .redirect(let address, _): return .leave(to: address)
        case .proceed(let request):
            let visit = visit(request.tenant)
            let session = try await liveSession(visit, of: request.tenant)?.record
            switch try await step(of: request, session, isFresh: false) {
            case .refuse(let error):
                return .leave(to: request.refused(error, issuer: policy.issuer(of: request.tenant)))
            case .grant:
                guard let session else { throw SignInFault.damaged(kind: BrowserSession.kind) }
                return .leave(to: try await granted(request, session.user))
            case .signIn, .consent:
                let id = try await keepRequest(.client(request), request.tenant, visit, browser, source)
                return .page(tenant: request.tenant, request: id)
            }
        }
    }

    /// Opens a request for the person's own page: the person must sign in, even where somebody is signed in.
    public func openAccount(
        of tenant: TenantID,
        browser: BrowserDescription,
        from source: IPAddress?,
        _ visit: BrowserVisit
    ) async throws -> String {
        _ = try await known(tenant)
        return try await keepRequest(.account, tenant, visit, browser, source)
    }

    /// An open request of this browser; `nil` where it is over or belongs to another browser.
    func openRequest(
        _ id: String,
        _ visit: BrowserVisit,
        of tenant: TenantID
    ) async throws -> Loaded<BrowserRequest>? {
        let digest = Digest(ofText: id)
        guard let found = try await records.find(BrowserRequest.self, digest.text, of: tenant),
            found.record.visit.equalsInConstantTime(visit.visitDigest), world.deadlineNow() < found.record.deadline
        else { return nil }
        return found
    }

    func step(
        of request: AuthorizationRequest,
        _ session: BrowserSession?,
        isFresh: Bool
    ) async throws -> AuthorizationStep {
        // Another person's session does not count for a request that names a person (OpenID Connect Core 1.0, section
        // 3.1.2.2).
        let session = request.hintedUser.map { $0 == session?.user.id } ?? true ? session : nil
        var hasConsented = false
        if let session { hasConsented = try await self.hasConsented(session.user.id, to: request) }
        return request.step(
            signedInAt: session?.user.authenticatedAt,
            isFresh: isFresh,
            hasConsented: hasConsented,
            now: world.now()
        )
    }

    /// The client's address with a code, or with a refusal where the person has ended meanwhile.
    ///
    /// - Throws: ``BrowserRefusal/over`` where the client or its address was removed after the request came.
    func granted(_ request: AuthorizationRequest, _ user: SignedInUser) async throws -> String {
        let client = try await records.find(OIDCClient.self, request.client, of: request.tenant)?.record
        guard let client, RedirectURI.isRegistered(request.redirectURI, among: client.redirectURIs) else {
            throw BrowserRefusal.over
        }
        do {
            return try await grantCode(for: request, user: user)
        } catch let error as OAuthError {
            return request.refused(error, issuer: policy.issuer(of: request.tenant))
        }
    }

    private func keepRequest(
        _ purpose: BrowserRequest.Purpose,
        _ tenant: TenantID,
        _ visit: BrowserVisit,
        _ browser: BrowserDescription,
        _ source: IPAddress?
    ) async throws -> String {
        let (id, challenge) = (world.newSecret(), world.randomBytes(32))
        let digest = Digest(ofText: id)
        try await records.changing {
            let now = world.deadlineNow()
            var change = RecordChange()
            for one in try await surplus(of: visit, tenant, at: now) { change.remove(one) }
            change.insert(
                BrowserRequest(
                    tenant: tenant,
                    digest: digest,
                    visit: visit.visitDigest,
                    purpose: purpose,
                    browser: browser,
                    source: source?.digest(saltedWith: digest),
                    challenge: challenge,
                    begunAt: now,
                    deadline: now.adding(seconds: policy.browser.unseenSeconds)
                )
            )
            return (change, ())
        }
        return id
    }

    /// The requests to remove when a browser begins another one: ended requests, and the oldest that exceed the limit.
    ///
    /// Several requests that begin at the same moment may all stay; the next request removes the surplus.
    private func surplus(
        of visit: BrowserVisit,
        _ tenant: TenantID,
        at now: Timestamp
    ) async throws -> [Loaded<BrowserRequest>] {
        let index = BrowserRequest.index(visit: visit.visitDigest)
        let all = try await records.list(BrowserRequest.self, by: index, of: tenant, limit: 200)
        let open = all.filter { now < $0.record.deadline }.sorted { $0.record.begunAt < $1.record.begunAt }
        let over = all.filter { now >= $0.record.deadline }
        return over + open.prefix(max(0, open.count + 1 - policy.browser.requestsPerVisit))
    }
}
