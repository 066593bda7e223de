import ChaveBase
import Pages

/// One request of one browser at the issuer.
struct IssuerVisit: SiteVisit {
    let site: IssuerPages
    let request: PageRequest
    /// The session as the request found it or as this visit left it; `nil` when there is none.
    var session: IssuerSession?

    var world: World { site.world }
    var isHeld: Bool { request.segments.last == IssuerSettings.heldSegment }
    var isOwnForm: Bool {
        session.map { site.key.accepts(request.form["csrf"], of: $0.id) } ?? false
    }
    var formToken: String { session.map { site.key.formToken(of: $0.id) } ?? "" }
    var frame: IssuerFrame {
        IssuerFrame(language: say, settings: site.settings, token: formToken, person: session?.person?.name)
    }

    mutating func respond() async -> PageResponse {
        let segments = request.segments
        switch (segments.first ?? "", segments.count) {
        case ("", 0): return await get { visit in await visit.home() }
        case ("sign-in", 1): return await get { visit in visit.signsIn(.cards) }
        case ("signed-in", 1): return await get { visit in await visit.isBack() }
        case ("leave", 1): return await post { visit in await visit.leaves() }
        case ("suspend-token", 1): return await post { visit in await visit.suspendsToken() }
        case ("a2a", 1): return await get { visit in visit.launched() }
        case ("suspend", 1) where request.method == "POST": return await suspendsByMail()
        case ("suspend", 1): return await get { visit in await visit.mailedLink() }
        case ("request", 2...3): return await walletRequest(segments[1], segments.dropFirst(2).first)
        default: return notFound
        }
    }

    private mutating func walletRequest(_ id: String, _ act: String?) async -> PageResponse {
        guard let found = session?.request(id) else { return request.method == "GET" ? unknownRequest : outdated }
        switch act {
        case nil: return await get { visit in await visit.shows(found) }
        case "sign-in": return await get { visit in visit.signsIn(for: found) }
        case IssuerSettings.heldSegment: return await get { visit in await visit.waits() }
        case "yes": return await post { visit in visit.agrees(to: found) }
        case "no": return await post { visit in await visit.declines(found) }
        case "again": return await post { visit in await visit.asksAgain(found) }
        case "back": return await post { visit in await visit.givesUp(found) }
        default: return notFound
        }
    }

    // MARK: What the handlers share

    /// Changes the stored session; `nil` when the session has ended meanwhile.
    mutating func change<Answer: Sendable>(_ work: (inout IssuerSession) -> Answer) -> Answer? {
        guard let id = session?.id else { return nil }
        let both = site.sessions.change(id) { session in (work(&session), session) }
        session = both?.1
        return both?.0
    }

    /// Changes the stored session and gives it another id; `nil` when the session has ended meanwhile.
    mutating func renew<Answer: Sendable>(_ work: (inout IssuerSession) -> Answer) -> Answer? {
        guard let id = session?.id else { return nil }
        let new = IssuerSession.newID(world)
        let both = site.sessions.renew(id, as: new) { session in (work(&session), session) }
        session = both?.1
        return both?.0
    }

    /// Sends an event to a request, and returns the request after it.
    mutating func tell(_ event: WalletRequest.Event, _ id: String) -> WalletRequest? {
        let now = world.now()
        return change { session in session.receive(event, id, at: now) } ?? nil
    }

    /// Makes sure that there is a session.
    mutating func begin() {
        guard session == nil else { return }
        let new = IssuerSession(world)
        site.sessions.add(new, at: world.now())
        session = new
    }
}
