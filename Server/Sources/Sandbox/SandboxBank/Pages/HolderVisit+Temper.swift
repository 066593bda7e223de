import Pages

/// The lost pages of an unreliable bank, which loses pages like calls, never two in a row.
extension HolderVisit {
    /// Loses an approval's page only before its work, because the answer carries the code, which is shown once.
    func orFailing(_ work: () async -> PageResponse) async -> PageResponse {
        switch branch.nextPageLoss(seed: bank.configuration.seed) {
        case .none: await work()
        case .beforeWork, .afterWork: unavailable
        }
    }

    /// Loses a page before or after its work, on the holder's own pages, where repeating the work does no harm.
    func orLosing(_ work: () async -> PageResponse) async -> PageResponse {
        switch branch.nextPageLoss(seed: bank.configuration.seed) {
        case .none: return await work()
        case .beforeWork: return unavailable
        case .afterWork:
            _ = await work()
            return unavailable
        }
    }

    /// A 503 page, with the way back to the person's last page.
    ///
    /// It repeats nothing of a form, least of all a password.
    var unavailable: PageResponse {
        let text =
            place == "revoke"
            ? say(
                "O banco não respondeu. Veja se o aparelho já foi revogado; se não foi, tente de novo.",
                "The bank did not answer. See whether the device has been revoked; if not, try again."
            )
            : say(
                "O banco não respondeu. Tente de novo em instantes.",
                "The bank did not answer. Try again in a moment."
            )
        let again = PageLayout.Link(say("Tentar de novo", "Try again"), wayBack)
        var response = page(503, frame.notice("problem", say("Indisponível", "Unavailable"), text, [again]))
        response.headers.append(PageResponse.Header(name: "Retry-After", value: "1"))
        return response
    }

    private var wayBack: String {
        if let ticket = ticket(request.query["request"] ?? request.form["request"]) { return authorizePath(ticket) }
        switch place {
        case "home", "revoke": return frame.ownPage
        default: return frame.home
        }
    }

    private var place: String? { request.segments.dropFirst().first }
}
