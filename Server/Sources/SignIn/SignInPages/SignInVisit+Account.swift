import ChaveWire
import Pages
import SignInCore
import SignInModel

/// The person's own page.
extension SignInVisit {
    func account(_ tenant: TenantID) async throws -> PageResponse {
        guard let person = try await signIn.browserPerson(cookies.visit(of: tenant), of: tenant) else {
            return .redirect(to: "\(mount(tenant))/account/sign-in")
        }
        let screen = AccountScreen(frame: frame(tenant, person.tenantName), person: person)
        return page(screen.page, screen.frame)
    }

    func accountSignIn(_ tenant: TenantID) async throws -> PageResponse {
        let id = try await signIn.openAccount(
            of: tenant,
            browser: browser,
            from: request.clientAddress,
            cookies.visit(of: tenant)
        )
        return .redirect(to: requestPath(id, tenant))
    }

    func passkeys(_ tenant: TenantID) async throws -> PageResponse {
        let visit = cookies.visit(of: tenant)
        guard let person = try await signIn.browserPerson(visit, of: tenant) else {
            return .redirect(to: "\(mount(tenant))/account/sign-in")
        }
        var (options, why): (JSONValue?, BrowserRefusal?) = (nil, nil)
        do {
            options = try await signIn.passkeyCreation(visit, of: tenant)
        } catch let refusal as BrowserRefusal {
            why = refusal
        }
        let screen = PasskeysScreen(
            frame: frame(tenant, person.tenantName),
            passkeys: try await signIn.passkeys(visit, of: tenant),
            options: options,
            problem: why ?? request.query["problem"].flatMap(BrowserRefusal.init),
            created: request.query["created"]
        )
        return page(screen.page, screen.frame)
    }

    func addPasskey(_ tenant: TenantID) async throws -> PageResponse {
        let path = "\(mount(tenant))/account/passkeys"
        do {
            guard let message = message("credential") else { throw BrowserRefusal.malformed }
            let visit = cookies.visit(of: tenant)
            let made = try await signIn.addPasskey(message, madeIn: browser, visit, of: tenant)
            return .redirect(to: "\(path)?created=\(made.recordID)")
        } catch let refusal as BrowserRefusal where refusal != .notSignedIn {
            return .redirect(to: "\(path)?problem=\(refusal.rawValue)")
        }
    }

    mutating func left(_ tenant: TenantID) async throws -> PageResponse {
        let everywhere = request.form["everywhere"] == "yes"
        let name = try await signIn.tenant(tenant)?.displayName
        try await signIn.signOut(cookies.visit(of: tenant), of: tenant, everywhere: everywhere)
        cookies.forget(tenant)
        let frame = frame(tenant, name)
        return page(AccountScreen.left(frame, everywhere: everywhere), frame)
    }
}
