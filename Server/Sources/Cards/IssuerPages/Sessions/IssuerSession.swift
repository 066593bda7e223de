import ChaveBase
import Pages

/// One browser at the issuer: who is signed in, and what wallets asked for.
///
/// It stands in memory alone.
struct IssuerSession: Hashable, Sendable {
    /// Another one whenever somebody signs in or out: whoever had it before has nothing of what comes after.
    private(set) var id: String
    var person: SignedInPerson?
    /// Somebody signed out here, and nobody has signed in since: the tenant may still know them.
    private(set) var wasLeft = false
    /// The latest last.
    private(set) var signIns: [OpenSignIn] = []
    /// The latest last; only that one may be open, and those that were confirmed.
    private(set) var requests: [WalletRequest] = []
    /// What was suspended last, until a page has said so.
    private var suspended: SuspendedToken?
    var endsAt: Timestamp

    /// By https it is a name that no other host's page can set (RFC 6265bis, 4.1.3.2).
    static func cookieName(isSecure: Bool) -> String {
        isSecure ? "__Host-chave_issuer_session" : "chave_issuer_session"
    }

    /// Half an hour without a page.
    static let lifeSeconds = 1_800
    /// More than a person has tabs for.
    private static let most = 4

    init(_ world: World) {
        id = IssuerSession.newID(world)
        endsAt = world.now().adding(seconds: IssuerSession.lifeSeconds)
    }

    static func newID(_ world: World) -> String { world.newSecret() }

    mutating func renew(as id: String) { self.id = id }

    /// Whether there is somebody to lose it: who is signed in, or has confirmed what no wallet has heard of yet.
    func isSomebodys(at now: Timestamp) -> Bool {
        person.map { now < $0.endsAt } ?? false || requests.contains(where: \.isOwedAnAnswer)
    }

    func cookie(isSecure: Bool) -> PageCookie {
        PageCookie(
            name: IssuerSession.cookieName(isSecure: isSecure),
            value: id,
            path: isSecure ? "/" : IssuerSettings.mountPath,
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
    ///
    /// `nil` where there is no room: what was confirmed stays until its wallet has an answer.
    mutating func open(_ launch: Launch, world: World) -> WalletRequest? {
        if let known = requests.last(where: { $0.launch.digest == launch.digest }), known.counts { return known }
        let now = world.now()
        for index in requests.indices { requests[index].receive(.newerLink, at: now) }
        if requests.count >= IssuerSession.most {
            // What is open and not confirmed has just been replaced.
            guard let ended = requests.firstIndex(where: { !$0.isOpen }) else { return nil }
            requests.remove(at: ended)
        }
        let request = WalletRequest(launch, world: world)
        requests.append(request)
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

    mutating func suspend(_ token: SuspendedToken) { suspended = token }

    /// Said once.
    mutating func takeSuspended() -> SuspendedToken? {
        defer { suspended = nil }
        return suspended
    }

    mutating func enter(_ person: SignedInPerson) {
        self.person = person
        wasLeft = false
    }

    mutating func leave(at now: Timestamp) {
        person = nil
        wasLeft = true
        suspended = nil
        signIns = []
        for index in requests.indices { requests[index].receive(.signOut, at: now) }
    }
}
