import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Pages

/// The visit of a holder whom an initiator has sent to the bank.
extension HolderVisit {
    /// The sign-in page, or the approval page after the sign-in for this request.
    func authorize() async -> PageResponse {
        guard let ticket = ticket(request.query["request"] ?? pushedTicket) else { return gone(nil) }
        do {
            return try await bank.atWindow(of: branch) { desk in
                guard let pending = try desk.pendingApproval(ticket: ticket), isOwn(pending.request) else {
                    return gone(try desk.closedRequest(ticket: ticket))
                }
                if let session = cookie(.approval), let holder = try desk.signedIn(session: session, ticket: ticket) {
                    let accounts = try desk.ledger.accounts(of: holder.cpf, at: desk.ispb)
                    return approvalPage(pending, holder, accounts, ticket, session, answeredBy: nil)
                }
                return signInPage(ticket, refusedCPF: nil)
            }
        } catch {
            return unavailable
        }
    }

    /// Checks CPF and password.
    func signIn() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone(nil) }
        guard isFromOurPage(.approval) else { return forged }
        do {
            return try await bank.atDesk(of: branch) { desk in
                guard try desk.pendingApproval(ticket: ticket) != nil else {
                    return gone(try desk.closedRequest(ticket: ticket))
                }
                guard let person else { return signInPage(ticket, refusedCPF: typedCPF) }
                let session = try desk.signIn(person, ticket: ticket)
                return PageResponse.redirect(to: authorizePath(ticket)).setting(setting(.approval, session))
            }
        } catch {
            return unavailable
        }
    }

    /// Accepts the decision and sends the browser back to the initiator.
    func decide() async -> PageResponse {
        guard let ticket = ticket(request.form["request"]) else { return gone(nil) }
        guard isFromOurPage(.approval), let session = cookie(.approval) else { return forged }
        let decision = HolderDecision(form: request.form, within: branch.institution.limits)
        do {
            let seal = try await identityTokenSeal(ofTicket: ticket)
            let outcome = try await bank.atDesk(of: branch) { desk in
                try desk.decide(decision, session: session, ticket: ticket)
            }
            return try response(to: outcome, ticket, session, seal)
        } catch {
            return unavailable
        }
    }

    /// Decodes the ticket of a request from an address or a form.
    func ticket(_ text: String?) -> [UInt8]? {
        guard let text, let bytes = try? Base64URL.decode(text), bytes.count == 32 else { return nil }
        return bytes
    }

    func authorizePath(_ ticket: [UInt8]) -> String { "\(frame.home)/authorize?request=\(Base64URL.encode(ticket))" }

    private func response(
        to outcome: DecisionOutcome,
        _ ticket: [UInt8],
        _ session: String,
        _ seal: SandboxBank.IdentityTokenSeal?
    ) throws -> PageResponse {
        switch outcome {
        case .approved(let request, let code, let holder):
            return callback(request, try approval(request, code, holder, seal))
        case .refused(let request, let description):
            return callback(
                request,
                [
                    QueryItem(name: "error", value: "access_denied"),
                    QueryItem(name: "error_description", value: description),
                ]
            )
        case .notUnderstood(let pending, let holder, let accounts):
            return approvalPage(pending, holder, accounts, ticket, session, answeredBy: request.form)
        case .gone(let closed): return gone(closed)
        case .notSignedIn: return forged
        }
    }

    /// The answer to the initiator: in the query for the platform in this process, in the fragment for all others
    /// (`response_mode` of `code id_token`, OAuth 2.0 Multiple Response Type Encoding Practices, section 5).
    private func callback(_ request: AuthorizationRequest, _ items: [QueryItem]) -> PageResponse {
        guard let url = CallbackURL(request.redirectURI, rules: .sandbox) else { return unavailable }
        let state = request.state.isEmpty ? [] : [QueryItem(name: "state", value: request.state)]
        let isHere = bank.platform.owns(request.clientID) || bank.identityTokenSealing == nil
        guard !isHere else {
            return PageResponse.redirect(to: url.appending(state + items)).setting(setting(.approval, nil))
        }
        let fragment = (items + state).map {
            "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
        }
        return PageResponse.redirect(to: "\(url.text)#\(fragment.joined(separator: "&"))")
            .setting(setting(.approval, nil))
    }

    /// The initiator's parameters after an approval: the code, and the identity token that ties the code to this bank.
    private func approval(
        _ request: AuthorizationRequest,
        _ code: String,
        _ holder: String,
        _ seal: SandboxBank.IdentityTokenSeal?
    ) throws -> [QueryItem] {
        let issuer = branch.issuer(bank.configuration)
        let token = IdentityToken(request: request, code: code, holder: holder, issuer: issuer)
        let signed = try token.signed(by: branch.key, at: bank.world.now())
        let left = try seal?(signed) ?? signed
        return [QueryItem(name: "code", value: code), QueryItem(name: "id_token", value: left)]
    }

    /// Finds the encryption for the registered client of a request, before the holder's decision counts.
    ///
    /// A code is useless to a client whose identity token the bank cannot encrypt.
    private func identityTokenSeal(ofTicket ticket: [UInt8]) async throws -> SandboxBank.IdentityTokenSeal? {
        guard let sealing = bank.identityTokenSealing else { return nil }
        let pending = try await bank.atWindow(of: branch) { try $0.pendingApproval(ticket: ticket) }
        guard let client = pending?.request.clientID, !bank.platform.owns(client) else { return nil }
        return try await sealing(client)
    }

    /// Whether the browser comes from the client that pushed the request.
    ///
    /// An address with a `request_uri` must name the client (RFC 9126, section 4).
    private func isOwn(_ request: AuthorizationRequest) -> Bool {
        guard let client = self.request.query["client_id"] else { return self.request.query["request_uri"] == nil }
        return client.utf8.elementsEqual(request.clientID.utf8)
    }

    /// The name on the page: the client's registered one, or the one that the platform gave the enrollment.
    private func initiator(of pending: PendingApproval) -> String {
        pending.clientName ?? pending.enrollment.givenName(at: branch.institution) ?? pending.request.clientID
    }

    /// The ticket in a `request_uri`, which a registered client's browser brings (RFC 9126, section 4).
    private var pushedTicket: String? {
        guard let uri = request.query["request_uri"], uri.hasPrefix(SandboxBank.requestURIPrefix) else { return nil }
        return String(uri.dropFirst(SandboxBank.requestURIPrefix.count))
    }

    private func signInPage(_ ticket: [UInt8], refusedCPF: String?) -> PageResponse {
        let visitor = visitor(.approval)
        let html = SignInPage(
            frame: frame,
            ticket: Base64URL.encode(ticket),
            csrf: bank.tokens.pages.formToken(of: visitor),
            refusedCPF: refusedCPF
        ).html
        return page(refusedCPF == nil ? 200 : 403, html).setting(setting(.approval, visitor))
    }

    /// `form` is the form that the bank did not understand.
    private func approvalPage(
        _ pending: PendingApproval,
        _ holder: SandboxHolder,
        _ accounts: [AccountRecord],
        _ ticket: [UInt8],
        _ session: String,
        answeredBy form: [String: String]?
    ) -> PageResponse {
        let html = ApprovalPage(
            frame: frame,
            ticket: Base64URL.encode(ticket),
            csrf: bank.tokens.pages.formToken(of: session),
            holder: holder,
            initiator: initiator(of: pending),
            accounts: accounts,
            entries: form.map { ApprovalEntries(form: $0, accounts: accounts, bank: branch.institution.limits) }
        ).html
        let callback = CallbackURL(pending.request.redirectURI, rules: .sandbox)
        return page(form == nil ? 200 : 422, html, formTargets: callback.map { [$0.contentSecuritySource] } ?? [])
    }
}
