import ChaveBase
import Pages

/// What was confirmed is done, however often its page is asked for.
extension IssuerVisit {
    /// What one call of the BFF came to.
    enum Activation: Hashable, Sendable {
        /// The request as it is after it; `nil` where its session has another id by now, or ended.
        case told(WalletRequest?)
        case signInNeeded
    }

    mutating func asksAgain(_ found: WalletRequest) async -> PageResponse {
        await goesOn(found, isFirst: true)
    }

    /// The same key each time, so that what was done once is found and not done again.
    ///
    /// Of several tabs and reloads at once one asks, and all have its outcome.
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
        // The browser has the id of its session that counts: its page asks with that one.
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

    /// Who confirmed is not signed in any more, or somebody else is: what came of it is told to them alone.
    private func asksWhoItIs(_ found: WalletRequest) -> PageResponse {
        guard isOwnPage else { return redirect("/request/\(found.id)") }
        let screen = RequestScreen(frame: frame, id: found.id)
        guard session?.person == nil else { return page(screen.somebodyElseConfirmed, status: 403) }
        return page(screen.signInAgain(wasTried: request.query["signed-in"] == "no"))
    }

    private func stillWaits(_ told: WalletRequest) -> PageResponse {
        // A form's answer is not a page to reload: the page stands at its own address.
        isOwnPage ? page(RequestScreen(frame: frame, id: told.id).working) : redirect("/request/\(told.id)")
    }

    private var isOwnPage: Bool { request.segments.count == 2 && request.method == "GET" }
}
