import ChaveBase
import Pages
import SandboxCards

/// One request of one browser at the wallet.
struct WalletVisit: SiteVisit {
    let site: WalletPages
    let request: PageRequest
    var session: WalletSession
    /// Whether the browser came without a valid session.
    let isNew: Bool

    var isOwnForm: Bool { !isNew && site.key.accepts(request.form["csrf"], of: session.id) }
    var isHeld: Bool { request.segments.last == WalletSettings.heldSegment }
    var frame: WalletFrame {
        WalletFrame(
            language: say,
            settings: site.settings,
            token: site.key.formToken(of: session.id),
            owner: session.owner?.name
        )
    }

    mutating func respond() async -> PageResponse {
        do {
            return try await route()
        } catch let refusal as WalletRefusal {
            return problem(refusal)
        } catch {
            return unavailable
        }
    }

    private mutating func route() async throws -> PageResponse {
        let segments = request.segments
        switch (segments.first ?? "", segments.count) {
        case ("", 0): return try await get { visit in try await visit.home() }
        case ("owner", 1): return await post { visit in visit.enters() }
        case ("leave", 1): return await post { visit in visit.leaves() }
        case ("add", 1): return try await get { visit in try await visit.choosesCard() }
        case ("tokens", 1): return try await post { visit in try await visit.adds() }
        case ("return", 2): return try await get { visit in try await visit.isBack(segments[1]) }
        case ("tokens", 2...3): return try await token(segments[1], segments.dropFirst(2).first)
        default: return notFound
        }
    }

    private mutating func token(_ id: String, _ act: String?) async throws -> PageResponse {
        switch act {
        case nil: return try await get { visit in try await visit.shows(id) }
        case WalletSettings.heldSegment: return try await get { visit in try await visit.waits(id) }
        case "remove":
            return try await change(id) { cards, account in _ = try await cards.remove(id, ofWalletAccount: account) }
        case "resume":
            return try await change(id) { cards, account in
                _ = try await cards.resumeStepUp(id, ofWalletAccount: account)
            }
        case "unsuspend":
            return try await change(id) { cards, account in _ = try await cards.unsuspend(id, ofWalletAccount: account)
            }
        default: return notFound
        }
    }

    /// Runs a button's action on a token; when it comes too late, the token's page shows the current state.
    private mutating func change(
        _ id: String,
        _ work: (SandboxCards, String) async throws -> Void
    ) async throws -> PageResponse {
        try await post { visit in
            guard let owner = visit.session.owner else { return visit.redirect("") }
            do {
                try await work(visit.site.cards, owner.account)
            } catch WalletRefusal.tokenInOtherState {
                return visit.redirect("/tokens/\(id)")
            }
            return visit.redirect("/tokens/\(id)")
        }
    }
}
