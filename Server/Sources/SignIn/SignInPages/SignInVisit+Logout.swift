import Pages
import SignInCore

/// A client's request to end the session (OpenID Connect RP-Initiated Logout 1.0).
extension SignInVisit {
    /// What the page that asks hands on to its form.
    private static let kept = ["client_id", "post_logout_redirect_uri", "state", "ui_locales"]

    /// `query` as it came.
    mutating func loggedOut(by query: String, _ tenant: TenantID) async throws -> PageResponse {
        guard let pairs = FormPairs.decode(query) else { return refusedLogout(.malformedQuery, tenant) }
        prefer(request.query["ui_locales"])
        return try await answered(try await signIn.logOut(pairs, cookies.visit(of: tenant), of: tenant), tenant)
    }

    /// The person agreed on the page that asked.
    mutating func logoutConfirmed(_ tenant: TenantID) async throws -> PageResponse {
        let pairs = SignInVisit.kept.compactMap { name in request.form[name].map { (name: name, value: $0) } }
        prefer(request.form["ui_locales"])
        let visit = cookies.visit(of: tenant)
        return try await answered(try await signIn.logOut(pairs, visit, of: tenant, isConfirmed: true), tenant)
    }

    private mutating func answered(_ opening: LogoutOpening, _ tenant: TenantID) async throws -> PageResponse {
        let frame = frame(tenant, try await signIn.tenant(tenant)?.displayName)
        switch opening {
        case .left(let address):
            cookies.forget(tenant)
            if let address { return .redirect(to: address) }
            return page(AccountScreen.left(frame, everywhere: false), frame)
        case .ask(let view):
            let locales = request.query["ui_locales"]
            let screen = LogoutScreen(frame: frame, view: view, locales: locales)
            return page(screen.page, frame, target: view.asker.target)
        case .nobody(let asker): return page(LogoutScreen.nobody(frame, asker), frame)
        case .show(let error): return refusedLogout(error, tenant)
        }
    }

    /// `ui_locales` before what the browser says (OpenID Connect Core 1.0, section 3.1.2.1).
    private mutating func prefer(_ locales: String?) {
        guard let locales else { return }
        let tags = locales.prefix(200).split(separator: " ").filter { tag in
            tag.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter }
        }
        request.acceptLanguage = (tags.map(String.init) + [request.acceptLanguage ?? ""]).joined(separator: ",")
    }
}
