import ChavePixModel
import ChaveWire
import Pages

/// One browser at the issuer: who is signed in, and what wallets asked for.
///
/// It stands in memory alone.
struct IssuerSession: Hashable, Sendable {
    let id: String
    var person: SignedInPerson?
    /// The latest last.
    private(set) var signIns: [OpenSignIn] = []
    /// The latest last; only that one may be open.
    private(set) var requests: [WalletRequest] = []
    var endsAt: Timestamp

    static let cookieName = "chave_issuer_session"
    /// Half an hour without a page.
    static let lifeSeconds = 1_800
    /// More than a person has tabs for.
    private static let most = 4

    init(_ world: IssuerWorld) {
        id = Base64URL.encode(world.randomBytes(32))
        endsAt = world.now().adding(seconds: IssuerSession.lifeSeconds)
    }

    func cookie(isSecure: Bool) -> PageCookie {
        PageCookie(
            name: IssuerSession.cookieName,
            value: id,
            path: IssuerSettings.mountPath,
            lifeSeconds: IssuerSession.lifeSeconds,
            isSecure: isSecure
        )
    }

    /// Lets go of what has ended by itself.
    mutating func look(at now: Timestamp) {
        if let person, now >= person.endsAt { self.person = nil }
        signIns.removeAll { now >= $0.endsAt }
        for index in requests.indices { requests[index].receive(.clockTick, at: now) }
    }

    mutating func begin(_ signIn: OpenSignIn) {
        signIns.append(signIn)
        signIns.removeFirst(max(0, signIns.count - IssuerSession.most))
    }

    /// Each state counts once.
    mutating func take(_ state: String) -> OpenSignIn? {
        guard let index = signIns.firstIndex(where: { $0.state == state }) else { return nil }
        return signIns.remove(at: index)
    }

    /// A wallet's link: the same one again is the same request, unless that one failed; a newer one replaces an older.
    mutating func open(_ launch: Launch, world: IssuerWorld) -> WalletRequest {
        if let known = requests.last(where: { $0.launch.digest == launch.digest }), known.counts { return known }
        let now = world.now()
        for index in requests.indices { requests[index].receive(.newerLink, at: now) }
        let request = WalletRequest(launch, world: world)
        requests.append(request)
        requests.removeFirst(max(0, requests.count - IssuerSession.most))
        return request
    }

    func request(_ id: String) -> WalletRequest? { requests.first { $0.id == id } }

    /// The request after the event; `nil` when there is none of that id.
    @discardableResult
    mutating func receive(_ event: WalletRequest.Event, _ id: String, at now: Timestamp) -> WalletRequest? {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return nil }
        requests[index].receive(event, at: now)
        return requests[index]
    }

    mutating func leave(at now: Timestamp) {
        person = nil
        signIns = []
        for index in requests.indices { requests[index].receive(.signOut, at: now) }
    }
}
