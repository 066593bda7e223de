import ChaveWire
import Pages
import SignInCore

/// One request of one browser.
struct SignInVisit: Sendable {
    let signIn: SignIn
    let settings: SignInPagesSettings
    let world: SignInPagesWorld
    var request: PageRequest
    var cookies: SignInCookies
    /// Below the tenant.
    let path: [String]

    var say: PageLanguage { request.language }
    var browser: BrowserDescription { BrowserDescription(userAgent: request.userAgent) }
    var source: SourceAddress? { request.clientAddress.flatMap(SourceAddress.init(bytes:)) }
    var formToken: String { cookies.key.formToken(of: "sign-in") }
    /// Whether a form was sent by a page of this browser.
    var isOwnForm: Bool { !cookies.isNew && cookies.key.accepts(request.form["csrf"], of: "sign-in") }

    func frame(_ tenant: TenantID?, _ name: String? = nil) -> SignInFrame {
        SignInFrame(language: say, tenant: tenant, name: name, token: formToken)
    }

    mutating func respond(_ tenant: TenantID?) async -> PageResponse {
        do {
            switch request.method {
            case "GET": return try await shown(tenant)
            case "POST": return try await posted(tenant)
            default: return .methodNotAllowed("GET, POST")
            }
        } catch let refusal as BrowserRefusal {
            return problem(refusal, tenant)
        } catch let error as OAuthError {
            return error.status == 404 ? notFound : shownRefusal(error)
        } catch {
            return unavailable
        }
    }

    private mutating func shown(_ tenant: TenantID?) async throws -> PageResponse {
        if path == ["v2", "authorize"] { return try await opened(request.rawQuery, tenant) }
        guard let tenant else { return notFound }
        switch (path.first, path.count) {
        case ("v2", 3) where path[1] == "authorize": return try await request(path[2], tenant)
        case ("v2", 4) where path[1] == "authorize" && path[3] == SignInPagesSettings.heldSegment:
            return try await waited(for: path[2], tenant)
        case ("v2", 3) where path[1] == "browser-approvals": return try await approvalAddress(tenant)
        case ("v2", 2) where path[1] == "logout": return try await loggedOut(by: request.rawQuery, tenant)
        case ("account", 1): return try await account(tenant)
        case ("account", 2) where path[1] == "sign-in": return try await accountSignIn(tenant)
        case ("account", 2) where path[1] == "passkeys": return try await passkeys(tenant)
        default: return notFound
        }
    }

    private mutating func posted(_ tenant: TenantID?) async throws -> PageResponse {
        // Of another site, so that none of our cookies came with it; the same by GET has them.
        if path == ["v2", "authorize"] { return try asGET }
        guard let tenant else { return notFound }
        if path == ["v2", "logout"] { return try asGET }
        guard isOwnForm else { return outdated(tenant) }
        switch (path.first, path.count, path.last ?? "") {
        case ("v2", 4, let act) where path[1] == "authorize": return try await acted(act, on: path[2], tenant)
        case ("v2", 3, "confirm") where path[1] == "logout": return try await logoutConfirmed(tenant)
        case ("account", 2, "leave"): return try await left(tenant)
        case ("account", 2, "passkeys"): return try await addPasskey(tenant)
        case ("account", 4, "remove") where path[1] == "passkeys":
            try await signIn.removePasskey(path[2], cookies.visit(of: tenant), of: tenant)
            return .redirect(to: "\(mount(tenant))/account/passkeys")
        default: return notFound
        }
    }

    func mount(_ tenant: TenantID) -> String { "\(SignInPagesSettings.mountPath)/\(tenant.text)" }

    func requestPath(_ id: String, _ tenant: TenantID) -> String { "\(mount(tenant))/v2/authorize/\(id)" }

    /// A field of a form that a passkey's script has filled; `nil` without a script.
    func message(_ name: String) -> JSONValue? {
        guard let text = request.form[name], !text.isEmpty else { return nil }
        return (try? JSONValue(parsing: text)) ?? .object(JSONObject())
    }

    func page(_ page: Page, _ frame: SignInFrame, status: Int = 200, target: String? = nil) -> PageResponse {
        .page(
            status,
            frame.html(page),
            language: say,
            policy: PagePolicy(
                hasImages: true,
                hasScripts: true,
                formTargets: ["'self'"] + (target.map { [SignInFrame.policySource($0)] } ?? [])
            )
        )
    }
}
