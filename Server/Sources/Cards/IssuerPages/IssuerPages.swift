public import ChaveBase
public import Pages

/// The issuer's app as pages: what a wallet's link opens, the holder's own cards, and the page of a mailed link.
///
///     GET  /                              who is signed in, and their cards
///     GET  /sign-in                       begins a sign-in at the tenant
///     GET  /signed-in?code=…&state=…      where the tenant sends the browser back to
///     POST /leave                         csrf
///     POST /suspend-token                 csrf, activation
///     GET  /a2a?…                         a wallet's link
///     GET  /request/<id>                  what this request waits for, in the end its answer; once it was confirmed,
///                                         it is activated here, however often this is asked for
///     GET  /request/<id>/sign-in          begins a sign-in for it; as=other: of somebody else
///     GET  /request/<id>/wait             held for a while, where the network has not answered yet
///     POST /request/<id>/yes              csrf
///     POST /request/<id>/no               csrf
///     POST /request/<id>/again            csrf: asks the network once more
///     POST /request/<id>/back             csrf: gives up, and answers the wallet
///     GET  /suspend?token=…               what a mailed link is about
///     POST /suspend                       token: suspends it
public struct IssuerPages: PageSite {
    let door: SignInDoor
    let desk: ActivationDesk
    let mailed: any MailedSuspensions
    let reader: any LaunchReader
    let settings: IssuerSettings
    let world: World
    /// Told whenever somebody signed in: their id at the tenant, and their name.
    let onSignIn: @Sendable (_ subject: String, _ name: String) async -> Void
    let sessions = IssuerSessions()
    /// Sign-ins whose answer a browser may not have heard.
    let returns: SharedWork<SignInReturn, SignInReturn.End>
    /// Activations that are under way, by their requests.
    let activations: SharedWork<String, IssuerVisit.Activation>
    /// Forms of a session end with the process, as sessions do.
    let key: PageKey

    public init(
        backend: any IssuerBackend,
        mailed: any MailedSuspensions,
        settings: IssuerSettings,
        world: World,
        onSignIn: @escaping @Sendable (_ subject: String, _ name: String) async -> Void
    ) {
        self.init(
            backend: backend,
            mailed: mailed,
            reader: LinkReader(settings: settings),
            settings: settings,
            world: world,
            onSignIn: onSignIn
        )
    }

    init(
        backend: any IssuerBackend,
        mailed: any MailedSuspensions,
        reader: any LaunchReader,
        settings: IssuerSettings,
        world: World,
        onSignIn: @escaping @Sendable (_ subject: String, _ name: String) async -> Void
    ) {
        door = SignInDoor(backend: backend, settings: settings)
        desk = ActivationDesk(backend: backend)
        self.mailed = mailed
        self.reader = reader
        self.settings = settings
        self.world = world
        self.onSignIn = onSignIn
        returns = SharedWork(keptSeconds: SignInReturn.keptSeconds, now: world.now)
        activations = SharedWork(keptSeconds: 0, now: world.now)
        key = PageKey(secret: world.randomBytes(32))
    }

    public func respond(to request: PageRequest) async -> PageResponse {
        let name = IssuerSession.cookieName(isSecure: settings.isSecure)
        let known = sessions.session(request.cookies[name], at: world.now())
        var visit = IssuerVisit(site: self, request: request, session: known)
        let response = await visit.respond()
        // Each page moves the end on, and the browser is told; not of an id that another page replaced meanwhile.
        guard let session = visit.session, !visit.isHeld, sessions.has(session.id) else { return response }
        return response.setting(session.cookie(isSecure: settings.isSecure))
    }
}
