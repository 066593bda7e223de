import ChaveJOSE
import ChavePixModel
import ChaveWire
import Pages

/// The visit of a holder whom an initiator has sent here.
extension HolderVisit {
    /// The sign-in page, or the approval page for whoever has signed in for this request.
    func authorize() async -> PageResponse {
        guard let ticket = ticket(request.query["request"]) else { return gone }
        do {
            return try await bank.atWindow(of: branch) { desk in
                guard let pending = try desk.pendingApproval(ticket: ticket) else { return gone }
                if let session = cookie(.approval), let holder = try desk.signedIn(session: session, ticket: ticket) {
                    return try approvalPage(desk, pending, holder, ticket, session, problem: nil, status: 200)
                }
                return signInPage(ticket, hasFailed: false, status: 200)
            }
        } catch {
            return unavailable
        }
    }

    /// Checks CPF and password.
    func signIn() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone }
        guard isFromOurPage(.approval) else { return forged }
        do {
            return try await bank.atDesk(of: branch) { desk in
                guard try desk.pendingApproval(ticket: ticket) != nil else { return gone }
                guard let person else { return signInPage(ticket, hasFailed: true, status: 403) }
                let session = try desk.signIn(person, ticket: ticket)
                return PageResponse.redirect(to: authorizePath(ticket)).setting(setting(.approval, session))
            }
        } catch {
            return unavailable
        }
    }

    /// Takes the decision and sends the browser back to whoever asked.
    func decide() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone }
        guard isFromOurPage(.approval), let session = cookie(.approval) else { return forged }
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
            return unavailable
        }
    }

    /// The ticket of a request as it stands in addresses and forms.
    func ticket(_ text: String?) -> [UInt8]? {
        guard let text, let bytes = try? Base64URL.decode(text), bytes.count == 32 else { return nil }
        return bytes
    }

    func authorizePath(_ ticket: [UInt8]) -> String { "\(frame.home)/authorize?request=\(Base64URL.encode(ticket))" }

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
        guard let url = CallbackURL(request.redirectURI, rules: .sandbox) else { return unavailable }
        return PageResponse.redirect(to: url.appending(items)).setting(setting(.approval, nil))
    }

    private func signInPage(_ ticket: [UInt8], hasFailed: Bool, status: Int) -> PageResponse {
        let visitor = visitor(.approval)
        let html = SignInPage(
            frame: frame,
            ticket: Base64URL.encode(ticket),
            csrf: bank.tokens.pages.formToken(of: visitor),
            hasFailed: hasFailed
        ).html
        return page(status, html).setting(setting(.approval, visitor))
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
            initiator: pending.enrollment.name ?? pending.request.clientID,
            accounts: try desk.ledger.accounts(of: holder.cpf, at: desk.ispb),
            problem: problem
        ).html
        let callback = CallbackURL(pending.request.redirectURI, rules: .sandbox)
        return page(status, html, formTargets: callback.map { [$0.contentSecuritySource] } ?? [])
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
}

/// A page that ends a request before its decision.
private struct PageEnd: Error {
    let page: PageResponse
}
