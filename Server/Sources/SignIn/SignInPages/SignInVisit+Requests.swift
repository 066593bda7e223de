import ChaveWire
import Pages
import SignInCore
import SignInModel

/// A client's request, from its address to the way back.
extension SignInVisit {
    private static let heldMilliseconds: Int64 = 20_000

    /// Opens the request with which a client sent its person; `query` is the raw query.
    func opened(_ query: String, _ tenant: TenantID?) async throws -> PageResponse {
        guard let pairs = FormPairs.decode(query) else { return shownRefusal(.malformedQuery) }
        let cookies = cookies
        let opening = try await signIn.openInBrowser(
            pairs,
            tenant: tenant,
            browser: browser,
            from: request.clientAddress
        ) { tenant in
            cookies.visit(of: tenant)
        }
        switch opening {
        case .show(let error): return shownRefusal(error)
        case .leave(let address): return .redirect(to: address)
        case .page(let tenant, let id): return .redirect(to: requestPath(id, tenant))
        }
    }

    /// Redirects to the same request by GET (OpenID Connect Core 1.0, section 3.1.2.1, allows both).
    var asGET: PageResponse {
        get throws {
            guard request.rawForm.utf8.count <= 8_192, FormPairs.decode(request.rawForm) != nil,
                request.rawForm.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return shownRefusal(.malformedQuery) }
            let mount = request.path.isEmpty ? SignInPagesSettings.entrancePath : SignInPagesSettings.mountPath
            return .redirect(to: "\(mount)\(request.path)?\(request.rawForm)")
        }
    }

    mutating func request(_ id: String, _ tenant: TenantID) async throws -> PageResponse {
        let turn = try await signIn.browserTurn(id, cookies.visit(of: tenant), of: tenant)
        return shown(turn, id, tenant)
    }

    private mutating func shown(_ turn: BrowserTurn, _ id: String, _ tenant: TenantID) -> PageResponse {
        if let session = turn.newSession { cookies.keep(session, of: tenant) }
        switch turn.answer {
        case .leave(let address): return .redirect(to: address)
        case .account: return .redirect(to: "\(mount(tenant))/account")
        case .over: return over(tenant)
        case .refused(let address): return refusedThrice(address, tenant)
        case .signIn(let view):
            let screen = SignInScreen(
                frame: frame(tenant, view.asker.tenantName),
                view: view,
                path: requestPath(id, tenant),
                version: turn.version,
                problem: request.query["problem"].flatMap(BrowserRefusal.init),
                settings: settings
            )
            return page(screen.page, screen.frame, target: view.asker.target)
        case .consent(let view):
            let screen = ConsentScreen(
                frame: frame(tenant, view.asker.tenantName),
                view: view,
                path: requestPath(id, tenant)
            )
            return page(screen.page, screen.frame, target: view.asker.target)
        }
    }

    /// Holds the answer until the request differs from the version on the page, or is over.
    func waited(for id: String, _ tenant: TenantID) async throws -> PageResponse {
        let (signIn, visit) = (signIn, cookies.visit(of: tenant))
        let seen = request.query["seen"].flatMap { Int64($0) }
        let followed = try await follow(
            Self.heldMilliseconds,
            { $0.view != nil && $0.view == seen },
            { try await signIn.followedBrowser(id, visit, of: tenant) }
        )
        let hasChanged = followed.view == nil || followed.view != seen
        let answer: JSONValue = ["changed": .bool(hasChanged)]
        return .json(answer.encoded())
    }

    mutating func acted(_ act: String, on id: String, _ tenant: TenantID) async throws -> PageResponse {
        let visit = cookies.visit(of: tenant)
        switch act {
        case "passkey": return try await passkey(for: id, tenant)
        case "consent":
            guard let decision = request.form["decision"], ["agree", "refuse"].contains(decision) else {
                return outdated(tenant)
            }
            let turn = try await signIn.decideConsent(
                decision == "agree",
                shown: request.form["shown"] ?? "",
                for: id,
                visit,
                of: tenant
            )
            return shown(turn, id, tenant)
        case "cancel": return shown(try await signIn.giveUp(id, visit, of: tenant), id, tenant)
        case "other":
            try await signIn.signOut(visit, of: tenant, everywhere: false)
            cookies.forget(tenant)
            return .redirect(to: requestPath(id, tenant))
        default: return notFound
        }
    }

    /// Signs in by a passkey; a refusal appears on the request's page, where the person can try again.
    private mutating func passkey(for id: String, _ tenant: TenantID) async throws -> PageResponse {
        do {
            guard let message = message("credential") else { throw BrowserRefusal.malformed }
            let session = try await signIn.signInByPasskey(message, for: id, cookies.visit(of: tenant), of: tenant)
            cookies.keep(session, of: tenant)
            return .redirect(to: requestPath(id, tenant))
        } catch let refusal as BrowserRefusal where refusal != .over {
            return .redirect(to: "\(requestPath(id, tenant))?problem=\(refusal.rawValue)")
        }
    }
}

extension OAuthError {
    static let malformedQuery = OAuthError(.invalidRequest, "The query is not well-formed, or too long.")
}
