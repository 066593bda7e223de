import ChaveBase
import Pages

/// Carries out a confirmed request once, however often its page is loaded.
extension IssuerVisit {
    /// The outcome of one call to the BFF.
    enum Activation: Hashable, Sendable {
        /// The request after the call; `nil` when its session has another id by now, or ended.
        case told(WalletRequest?)
        case signInNeeded
    }

    mutating func asksAgain(_ found: WalletRequest) async -> PageResponse {
        await goesOn(found, isFirst: true)
    }

    /// Uses the same idempotency key each time, so that a finished activation is found and not repeated.
    ///
    /// Only one of several parallel tabs and reloads sends the call, and all get its outcome.
    mutating func goesOn(_ found: WalletRequest, isFirst: Bool = false) async -> PageResponse {
        guard case .confirmed(let subject, let attempts) = found.state else { return redirect("/request/\(found.id)") }
        guard let person = session?.person, person.subject == subject else { return asksWhoItIs(found) }
        if !isFirst, attempts >= WalletRequest.mostAttempts {
            return page(RequestScreen(frame: frame, id: found.id).noWord)
        }
        let visit = self
        let activation = await site.activations.outcome(of: found.id) {
            {
                var visit = visit
                return await visit.activates(found, by: person)
            }
        }
        switch activation {
        case .signInNeeded:
            _ = change { $0.person = nil }
            return redirect("/request/\(found.id)")
        // The browser already has the current session id, so its next page request uses that id.
        case .told(nil), nil: return redirect("/request/\(found.id)")
        case .told(let told?):
            switch told.state {
            case .ended(.approved): return goesBack(told)
            case .ended, .asked, .agreed: return redirect("/request/\(told.id)")
            case .confirmed: return stillWaits(told)
            }
        }
    }

    private mutating func activates(_ found: WalletRequest, by person: SignedInPerson) async -> Activation {
        do throws(IssuerFailure) {
            try await site.desk.activate(found.launch.payload, key: found.activationKey, by: person)
            return .told(tell(.active, found.id))
        } catch {
            switch error {
            case .signInNeeded: return .signInNeeded
            case .refused(let code, _) where RefusalText.isPassing(code): return .told(tell(.noWordYet, found.id))
            case .refused(let code, _): return .told(tell(RefusalText.event(of: code), found.id))
            case .unreadable: return .told(tell(.noWordYet, found.id))
            }
        }
    }

    /// The page for a visitor who is not the person who confirmed: only that person sees the outcome.
    private func asksWhoItIs(_ found: WalletRequest) -> PageResponse {
        guard isOwnPage else { return redirect("/request/\(found.id)") }
        let screen = RequestScreen(frame: frame, id: found.id)
        guard session?.person == nil else { return page(screen.somebodyElseConfirmed, status: 403) }
        return page(screen.signInAgain(wasTried: request.query["signed-in"] == "no"))
    }

    private func stillWaits(_ told: WalletRequest) -> PageResponse {
        // A reload would repeat the form, so the page has its own address.
        isOwnPage ? page(RequestScreen(frame: frame, id: told.id).working) : redirect("/request/\(told.id)")
    }

    private var isOwnPage: Bool { request.segments.count == 2 && request.method == "GET" }
}
