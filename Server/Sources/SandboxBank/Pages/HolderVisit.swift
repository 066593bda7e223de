import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import Pages

/// One request of one browser at one bank.
struct HolderVisit: Sendable {
    let bank: SandboxBank
    let branch: Branch
    let frame: PageFrame
    let request: PageRequest

    private var say: PageLanguage { frame.language }

    var welcome: PageResponse {
        page(200, frame.notice("bank-welcome", say("Bem-vindo", "Welcome"), branch.institution.legalEntityName))
    }

    var notFound: PageResponse {
        page(
            404,
            frame.notice(
                "problem",
                say("Não encontrado", "Not found"),
                say("Esta página não existe.", "There is no such page.")
            )
        )
    }

    /// The sign-in page, or the approval page for whoever has signed in for this request.
    func authorize() async -> PageResponse {
        guard let ticket = ticket(request.query["request"]) else { return gone }
        do {
            return try await bank.atWindow(of: branch) { desk in
                guard let pending = try desk.pendingApproval(ticket: ticket) else { return gone }
                if let session = session, let holder = try desk.signedIn(session: session, ticket: ticket) {
                    return try approvalPage(desk, pending, holder, ticket, session, problem: nil, status: 200)
                }
                return signInPage(ticket, hasFailed: false, status: 200)
            }
        } catch {
            return failed
        }
    }

    /// Checks CPF and password; a wrong one is not told from an unknown one.
    func signIn() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone }
        guard isFromOurPage else { return forged }
        let digits = (request.form["cpf"] ?? "").filter { $0.isASCII && $0.isNumber }
        let password = Digest.of(request.form["password"] ?? "")
        do {
            return try await bank.atDesk(of: branch) { desk in
                guard try desk.pendingApproval(ticket: ticket) != nil else { return gone }
                guard let holder = SandboxHolder.with(cpf: digits), Digest.of(holder.password) == password else {
                    return signInPage(ticket, hasFailed: true, status: 403)
                }
                let session = try desk.signIn(holder, ticket: ticket)
                let address = "\(frame.home)/authorize?request=\(Base64URL.encode(ticket))"
                return PageResponse.redirect(to: address).setting(cookie(session))
            }
        } catch {
            return failed
        }
    }

    /// Takes the decision and sends the browser back to whoever asked.
    func decide() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone }
        guard isFromOurPage, let session else { return forged }
        let decision = HolderDecision(form: request.form)
        do {
            let outcome = try await bank.atDesk(of: branch) { desk -> Result<DecisionOutcome, PageEnd> in
                let outcome = try desk.decide(decision, session: session, ticket: ticket)
                guard case .notUnderstood = outcome, let pending = try desk.pendingApproval(ticket: ticket),
                    let holder = try desk.signedIn(session: session, ticket: ticket)
                else { return .success(outcome) }
                let problem = say("Confira conta e limites.", "Check account and limits.")
                return .failure(
                    PageEnd(
                        page: try approvalPage(desk, pending, holder, ticket, session, problem: problem, status: 422)
                    )
                )
            }
            switch outcome {
            case .success(let outcome): return try response(to: outcome)
            case .failure(let end): return end.page
            }
        } catch {
            return failed
        }
    }

    private func response(to outcome: DecisionOutcome) throws -> PageResponse {
        switch outcome {
        case .approved(let request, let code, let holder):
            let token = IdentityToken(
                request: request,
                code: code,
                holder: holder,
                issuer: branch.issuer(bank.configuration)
            )
            return callback(
                request,
                [
                    QueryItem(name: "state", value: request.state),
                    QueryItem(name: "code", value: code),
                    QueryItem(name: "id_token", value: try token.signed(by: branch.key, at: bank.world.now())),
                ]
            )
        case .refused(let request, let description):
            return callback(
                request,
                [
                    QueryItem(name: "state", value: request.state),
                    QueryItem(name: "error", value: "access_denied"),
                    QueryItem(name: "error_description", value: description),
                ]
            )
        case .notUnderstood, .gone: return gone
        case .notSignedIn: return forged
        }
    }

    private func callback(_ request: AuthorizationRequest, _ items: [QueryItem]) -> PageResponse {
        guard let url = CallbackURL(request.redirectURI, rules: .sandbox) else { return failed }
        return PageResponse.redirect(to: url.appending(items)).setting(cookie(nil))
    }

    private func signInPage(_ ticket: [UInt8], hasFailed: Bool, status: Int) -> PageResponse {
        // Before anyone has signed in the cookie names nobody; it only ties the form to this browser.
        let visitor = session ?? Base64URL.encode(bank.world.randomBytes(32))
        let html = SignInPage(
            frame: frame,
            ticket: Base64URL.encode(ticket),
            csrf: bank.tokens.pages.formToken(of: visitor),
            hasFailed: hasFailed
        ).html
        return page(status, html).setting(cookie(visitor))
    }

    private func approvalPage(
        _ desk: BankDesk,
        _ pending: PendingApproval,
        _ holder: SandboxHolder,
        _ ticket: [UInt8],
        _ session: String,
        problem: String?,
        status: Int
    ) throws -> PageResponse {
        let html = ApprovalPage(
            frame: frame,
            ticket: Base64URL.encode(ticket),
            csrf: bank.tokens.pages.formToken(of: session),
            holder: holder,
            enrollmentName: pending.enrollment.name,
            clientID: pending.request.clientID,
            accounts: try desk.ledger.accounts(of: holder.cpf, at: desk.ispb),
            problem: problem
        ).html
        let callback = CallbackURL(pending.request.redirectURI, rules: .sandbox)
        return page(status, html, callback: callback)
    }

    /// A form counts only with the token that its own browser's page carried.
    private var isFromOurPage: Bool {
        guard let session else { return false }
        return bank.tokens.pages.accepts(request.form["csrf"], of: session)
    }

    private var session: String? {
        guard let value = request.cookies[HolderPages.sessionCookie], (try? Base64URL.decode(value))?.count == 32
        else { return nil }
        return value
    }

    private func ticket(_ text: String?) -> [UInt8]? {
        guard let text, let bytes = try? Base64URL.decode(text), bytes.count == 32 else { return nil }
        return bytes
    }

    /// `nil` takes the cookie away.
    private func cookie(_ value: String?) -> PageCookie {
        PageCookie(
            name: HolderPages.sessionCookie,
            value: value,
            path: frame.home,
            lifeSeconds: BankDesk.sessionLifeSeconds,
            isSecure: bank.configuration.publicBaseURL.hasPrefix("https:")
        )
    }

    /// `callback` is where the page's form may lead in the end, which Chromium checks against `form-action`.
    private func page(_ status: Int, _ html: HTML, callback: CallbackURL? = nil) -> PageResponse {
        let targets = ["'self'"] + (callback.map { [$0.contentSecuritySource] } ?? [])
        return .page(
            status,
            html,
            language: frame.language,
            policy: PagePolicy(hasImages: true, formTargets: targets)
        )
    }

    private var gone: PageResponse {
        let text = say(
            "Este pedido não existe, já foi decidido ou expirou. Volte ao aplicativo e comece de novo.",
            "This request does not exist, was decided or has expired. Go back to the app and start again."
        )
        return page(410, frame.notice("problem", say("Pedido encerrado", "Request closed"), text))
    }

    private var forged: PageResponse {
        let text = say(
            "Esta página não vale mais. Abra o pedido de novo a partir do aplicativo.",
            "This page is no longer valid. Open the request again from the app."
        )
        return page(403, frame.notice("problem", say("Não autorizado", "Not allowed"), text))
    }

    private var failed: PageResponse {
        let text = say("Tente de novo em instantes.", "Try again in a moment.")
        return page(503, frame.notice("problem", say("Indisponível", "Unavailable"), text))
    }
}

/// A page that ends a request before its decision.
private struct PageEnd: Error {
    let page: PageResponse
}
