import ChaveBase
import Pages

/// The holder's own cards, and the page of a mailed link.
extension IssuerVisit {
    mutating func home() async -> PageResponse {
        guard let person = session?.person else { return page(WelcomeScreen(frame: frame).page) }
        do throws(IssuerFailure) {
            let cards = try await site.desk.cards(of: person)
            let suspended = change { $0.takeSuspended() } ?? nil
            return page(CardsScreen(frame: frame, cards: cards, suspended: suspended).page)
        } catch {
            return failed(error)
        }
    }

    mutating func suspendsToken() async -> PageResponse {
        guard let person = session?.person else { return redirect("") }
        guard let activation = request.form["activation"], activation.utf8.count <= 100 else { return outdated }
        do throws(IssuerFailure) {
            let suspended = try await site.desk.suspend(activation, by: person)
            _ = change { $0.suspend(suspended) }
            return redirect("")
        } catch {
            return failed(error, RefusalText.ofSuspending)
        }
    }

    private mutating func failed(
        _ failure: IssuerFailure,
        _ text: (String) -> RefusalText = { RefusalText($0) }
    ) -> PageResponse {
        switch failure {
        case .signInNeeded:
            _ = change { $0.person = nil }
            return redirect("")
        case .refused(let code, let status): return problem(code, text(code), status: status)
        case .unreadable: return problem("unavailable", status: 502)
        }
    }

    /// Shows the token and asks; a program that opens the links of a mail suspends nothing.
    func mailedLink() async -> PageResponse {
        guard let secret = request.query["token"], secret.utf8.count <= 200 else { return deadLink }
        do {
            guard let found = try await site.mailed.look(at: secret) else { return deadLink }
            return page(SuspensionScreen(frame: frame, found: found).question(secret))
        } catch {
            return notSuspended(error)
        }
    }

    /// Suspends the token; the link's secret is the only proof, and no session is needed.
    func suspendsByMail() async -> PageResponse {
        guard let secret = request.form["token"], secret.utf8.count <= 200 else { return deadLink }
        do {
            guard let found = try await site.mailed.suspend(by: secret) else { return deadLink }
            return page(SuspensionScreen(frame: frame, found: found).done)
        } catch {
            return notSuspended(error)
        }
    }

    private func notSuspended(_ error: any Error) -> PageResponse {
        guard let refusal = error as? MailedSuspensionRefusal else { return problem("unavailable", status: 503) }
        return problem(refusal.code, RefusalText.ofSuspending(refusal.code), status: refusal.status)
    }

    private var deadLink: PageResponse { page(SuspensionScreen.dead(frame), status: 404) }
}
