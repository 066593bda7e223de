import ChaveBase
import ChaveWire
import Pages
import SignInCore
import SignInModel

/// One HTTP request of one browser.
struct SignInVisit: Sendable {
    let signIn: SignIn
    let settings: SignInPagesSettings
    let world: World
    let follow: SignInPages.Follow
    var request: PageRequest
    var cookies: SignInCookies
    /// The path below the tenant.
    let path: [String]

    var say: PageLanguage { request.language }
    var browser: BrowserDescription { BrowserDescription(userAgent: request.userAgent) }
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
        let place = SignInPlace("GET", path)
        if place == .entrance { return try await opened(request.rawQuery, tenant) }
        guard let tenant, let place else { return notFound }
        switch place {
        case .request(let id): return try await request(id, tenant)
        case .wait(let id): return try await waited(for: id, tenant)
        case .approval: return try await approvalAddress(tenant)
        case .logout: return try await loggedOut(by: request.rawQuery, tenant)
        case .account: return try await account(tenant)
        case .accountSignIn: return try await accountSignIn(tenant)
        case .passkeys: return try await passkeys(tenant)
        case .mailProof: return try await mailProof(tenant)
        case .entrance, .act, .leave, .newPasskey, .removal, .provenMail, .confirmedLogout: return notFound
        }
    }

    private mutating func posted(_ tenant: TenantID?) async throws -> PageResponse {
        let place = SignInPlace("POST", path)
        // Another site sends this form, so the browser sends none of our cookies with it. The same request by GET has
        // the cookies.
        if place == .entrance { return try asGET }
        guard let tenant, let place else { return notFound }
        if place == .logout { return try asGET }
        guard isOwnForm else { return outdated(tenant) }
        switch place {
        case .act(let act, let id): return try await acted(act, on: id, tenant)
        case .confirmedLogout: return try await logoutConfirmed(tenant)
        case .leave: return try await left(tenant)
        case .newPasskey: return try await addPasskey(tenant)
        case .removal(let passkey):
            try await signIn.removePasskey(passkey, cookies.visit(of: tenant), of: tenant)
            return .redirect(to: "\(mount(tenant))/account/passkeys")
        case .provenMail: return try await provenMail(tenant)
        case .entrance, .request, .wait, .approval, .logout, .account, .accountSignIn, .passkeys, .mailProof:
            return notFound
        }
    }

    func mount(_ tenant: TenantID) -> String { "\(SignInPagesSettings.mountPath)/\(tenant.text)" }

    func requestPath(_ id: String, _ tenant: TenantID) -> String { "\(mount(tenant))/v2/authorize/\(id)" }

    /// A form field that the passkey's script has filled in; `nil` without a script.
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
