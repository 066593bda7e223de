import Pages
import SignInCore
import SignInModel

/// A client's request to end the session (OpenID Connect RP-Initiated Logout 1.0).
extension SignInVisit {
    /// The fields that the asking page passes on to its form.
    private static let kept = ["client_id", "post_logout_redirect_uri", "state", "ui_locales"]

    /// Signs out by a client's request; `query` is the raw query.
    mutating func loggedOut(by query: String, _ tenant: TenantID) async throws -> PageResponse {
        guard let pairs = FormPairs.decode(query) else { return refusedLogout(.malformedQuery, tenant) }
        prefer(request.query["ui_locales"])
        return try await answered(try await signIn.logOut(pairs, cookies.visit(of: tenant), of: tenant), tenant)
    }

    /// Signs out after the person has agreed on the asking page.
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

    /// Puts `ui_locales` before the browser's languages (OpenID Connect Core 1.0, section 3.1.2.1).
    private mutating func prefer(_ locales: String?) {
        guard let locales else { return }
        let tags = locales.prefix(200).split(separator: " ").filter { tag in
            tag.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter }
        }
        request.acceptLanguage = (tags.map(String.init) + [request.acceptLanguage ?? ""]).joined(separator: ",")
    }
}
