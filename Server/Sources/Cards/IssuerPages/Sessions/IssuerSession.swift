import ChaveBase
import Pages

/// The session of one browser at the issuer: the signed-in person, and the wallets' requests.
///
/// A session is only in memory.
struct IssuerSession: Hashable, Sendable {
    /// The session's id, which changes at each sign-in and sign-out: an old id gives no access to the later session.
    private(set) var id: String
    var person: SignedInPerson?
    /// Whether the last person signed out and no one has signed in since: the tenant may still know that person.
    private(set) var wasLeft = false
    /// The open sign-ins, the latest last.
    private(set) var signIns: [OpenSignIn] = []
    /// The wallets' requests, the latest last; only the latest one and the confirmed ones may be open.
    private(set) var requests: [WalletRequest] = []
    /// The last suspended token, until a page has shown it.
    private var suspended: SuspendedToken?
    var endsAt: Timestamp

    /// The cookie's name; over https no other host's page can set that name (RFC 6265bis, 4.1.3.2).
    static func cookieName(isSecure: Bool) -> String {
        isSecure ? "__Host-chave_issuer_session" : "chave_issuer_session"
    }

    /// The session's life without a page request: half an hour.
    static let lifeSeconds = 1_800
    /// The limit of open sign-ins and of requests: more than a person has tabs for.
    private static let most = 4

    init(_ world: World) {
        id = IssuerSession.newID(world)
        endsAt = world.now().adding(seconds: IssuerSession.lifeSeconds)
    }

    static func newID(_ world: World) -> String { world.newSecret() }

    mutating func renew(as id: String) { self.id = id }

    /// Whether a person would lose something with the session: their sign-in, or a confirmed request without an answer.
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

    /// Removes expired sign-ins and persons, and expires requests.
    mutating func look(at now: Timestamp) {
        if let person, now >= person.endsAt { self.person = nil }
        signIns.removeAll { now >= $0.endsAt }
        for index in requests.indices { requests[index].receive(.clockTick, at: now) }
    }

    mutating func begin(_ signIn: OpenSignIn) {
        signIns.append(signIn)
        signIns.removeFirst(max(0, signIns.count - IssuerSession.most))
    }

    /// Removes the sign-in of a state, so that each state counts once.
    mutating func take(_ state: String) -> OpenSignIn? {
        guard let index = signIns.firstIndex(where: { $0.state == state }) else { return nil }
        return signIns.remove(at: index)
    }

    /// Opens a wallet's link; a newer link replaces an older open request.
    ///
    /// A repeated link leads to the same request, unless that request failed. The result is `nil` when there is no
    /// room: a confirmed request stays until its wallet has an answer.
    mutating func open(_ launch: Launch, world: World) -> WalletRequest? {
        if let known = requests.last(where: { $0.launch.digest == launch.digest }), known.counts { return known }
        let now = world.now()
        for index in requests.indices { requests[index].receive(.newerLink, at: now) }
        if requests.count >= IssuerSession.most {
            // The open requests that are not confirmed have just been replaced.
            guard let ended = requests.firstIndex(where: { !$0.isOpen }) else { return nil }
            requests.remove(at: ended)
        }
        let request = WalletRequest(launch, world: world)
        requests.append(request)
        return request
    }

    func request(_ id: String) -> WalletRequest? { requests.first { $0.id == id } }

    /// The request after the event; `nil` when no request has that id.
    @discardableResult
    mutating func receive(_ event: WalletRequest.Event, _ id: String, at now: Timestamp) -> WalletRequest? {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return nil }
        requests[index].receive(event, at: now)
        return requests[index]
    }

    mutating func suspend(_ token: SuspendedToken) { suspended = token }

    /// Takes the suspended token, so that only one page shows it.
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

/// The signed-in person with their access token; only the name is ever shown or logged.
struct SignedInPerson: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The tenant's id of the person.
    let subject: String
    let name: String
    let accessToken: String
    /// The time of the last sign-in, in whole seconds.
    let authenticatedAt: Timestamp
    /// The time at which the access token expires.
    let endsAt: Timestamp

    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
