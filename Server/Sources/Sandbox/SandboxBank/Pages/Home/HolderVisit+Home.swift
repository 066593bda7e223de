import ChavePixModel
import Pages

/// The visit of a holder to their own accounts and devices.
extension HolderVisit {
    /// The bank's first page, with the sign-in to the holder's own pages or a link to them.
    func welcome() async -> PageResponse {
        guard let session = cookie(.home) else { return welcomePage(refusedCPF: nil) }
        do {
            let holder = try await bank.atWindow(of: branch) { try $0.holder(session: session) }
            guard let holder else { return welcomePage(refusedCPF: nil) }
            let csrf = bank.tokens.pages.formToken(of: session)
            return page(200, WelcomePage(frame: frame, csrf: csrf, visitor: .known(holder)).html)
        } catch {
            return unavailable
        }
    }

    /// Checks CPF and password.
    func enter() async -> PageResponse {
        guard isFromOurPage(.home) else { return outdated }
        guard let person else { return welcomePage(refusedCPF: typedCPF) }
        let old = cookie(.home)
        do {
            let session = try await bank.atDesk(of: branch) { try $0.enter(person, endingSession: old) }
            return PageResponse.redirect(to: frame.ownPage).setting(setting(.home, session))
        } catch {
            return unavailable
        }
    }

    func leave() async -> PageResponse {
        guard isFromOurPage(.home), let session = cookie(.home) else { return outdated }
        do {
            try await bank.atDesk(of: branch) { try $0.leave(session: session) }
            return PageResponse.redirect(to: frame.home).setting(setting(.home, nil))
        } catch {
            return unavailable
        }
    }

    /// The accounts, devices and payments of the signed-in holder; without a sign-in, a redirect to the first page.
    func home() async -> PageResponse {
        let entrance = PageResponse.redirect(to: frame.home)
        guard let session = cookie(.home) else { return entrance }
        let place = HolderOverview.Place(older: request.query["older"], ended: request.query["ended"])
        do {
            let asStored = try await bank.atWindow(of: branch) { desk -> PageResponse? in
                guard let holder = try desk.holder(session: session) else { return entrance }
                return try desk.overview(of: holder, place).map { homePage($0, session) }
            }
            if let asStored { return asStored }
            return try await bank.atDesk(of: branch) { desk in
                guard let holder = try desk.holder(session: session) else { return entrance }
                return homePage(try desk.changedOverview(of: holder, place), session)
            }
        } catch {
            return unavailable
        }
    }

    /// Ends one of the holder's own devices; a repeated request changes nothing.
    func revoke() async -> PageResponse {
        guard isFromOurPage(.home), let session = cookie(.home) else { return outdated }
        let id = request.form["enrollment"] ?? ""
        do {
            switch try await bank.atDesk(of: branch, { try $0.endDevice(id, session: session) }) {
            // Only an id made by the bank gets here, so it needs no encoding in an address.
            case .ended: return .redirect(to: "\(frame.ownPage)?ended=\(id)")
            case .unknown: return noSuchDevice
            case .notSignedIn: return outdated
            }
        } catch {
            return unavailable
        }
    }

    /// Lets the day of one of the holder's own scheduled payments come now; a repeated request changes nothing.
    func letDayCome() async -> PageResponse {
        guard isFromOurPage(.home), let session = cookie(.home) else { return outdated }
        let id = request.form["payment"] ?? ""
        do {
            let isOwn = try await bank.atDesk(of: branch) { desk -> Bool? in
                guard let holder = try desk.holder(session: session) else { return nil }
                return try desk.letDayCome(id, of: holder)
            }
            guard let isOwn else { return outdated }
            return isOwn ? .redirect(to: frame.ownPage) : noSuchPayment
        } catch {
            return unavailable
        }
    }

    private func homePage(_ overview: HolderOverview, _ session: String) -> PageResponse {
        page(200, HomePage(frame: frame, csrf: bank.tokens.pages.formToken(of: session), overview: overview).html)
    }

    private func welcomePage(refusedCPF: String?) -> PageResponse {
        let visitor = visitor(.home)
        let csrf = bank.tokens.pages.formToken(of: visitor)
        let html = WelcomePage(frame: frame, csrf: csrf, visitor: .stranger(refusedCPF: refusedCPF)).html
        return page(refusedCPF == nil ? 200 : 403, html).setting(setting(.home, visitor))
    }

    private var noSuchPayment: PageResponse {
        let text = say(
            "Não há este pagamento entre os seus neste banco.",
            "There is no such payment among yours at this bank."
        )
        return missing(text, PageLayout.Link(say("Ver meus pagamentos", "See my payments"), frame.ownPage))
    }

    private var noSuchDevice: PageResponse {
        let text = say(
            "Não há este aparelho entre os seus neste banco.",
            "There is no such device among yours at this bank."
        )
        return missing(text, PageLayout.Link(say("Ver meus aparelhos", "See my devices"), frame.ownPage))
    }

    private func missing(_ text: String, _ wayOut: PageLayout.Link) -> PageResponse {
        page(404, frame.notice("problem", say("Não encontrado", "Not found"), text, [wayOut]))
    }

    private var outdated: PageResponse {
        let text = say(
            "A sua sessão terminou ou esta página é antiga. Nada foi feito.",
            "Your session has ended, or this page is an old one. Nothing was done."
        )
        let wayOut = PageLayout.Link(say("Entrar de novo", "Sign in again"), frame.home)
        return page(403, frame.notice("problem", say("Não autorizado", "Not allowed"), text, [wayOut]))
    }
}
