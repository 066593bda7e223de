public import ChaveBase
public import Pages

/// The issuer's app as pages: the pages of a wallet's link, the holder's own cards, and the page of a mailed link.
///
///     GET  /                              the signed-in holder and their cards
///     GET  /sign-in                       begins a sign-in at the tenant
///     GET  /signed-in?code=…&state=…      the tenant's redirect back to this site
///     POST /leave                         csrf
///     POST /suspend-token                 csrf, activation
///     GET  /a2a?…                         a wallet's link
///     GET  /request/<id>                  the page that the request's state calls for, in the end its answer;
///                                         activates a confirmed request here, however often the page is loaded
///     GET  /request/<id>/sign-in          begins a sign-in for it; as=other: of another person
///     GET  /request/<id>/wait             answers after a delay, while the network has not answered yet
///     POST /request/<id>/yes              csrf
///     POST /request/<id>/no               csrf
///     POST /request/<id>/again            csrf: asks the network once more
///     POST /request/<id>/back             csrf: gives up, and answers the wallet
///     GET  /suspend?token=…               shows the token of a mailed link
///     POST /suspend                       token: suspends it
public struct IssuerPages: PageSite {
    let door: SignInDoor
    let desk: ActivationDesk
    let mailed: any MailedSuspensions
    let reader: any LaunchReader
    let settings: IssuerSettings
    let world: World
    /// Called after each sign-in with the user's id at the tenant and their name.
    let onSignIn: @Sendable (_ subject: String, _ name: String) async -> Void
    let sessions = IssuerSessions()
    /// Sign-ins whose response may not have reached the browser.
    let returns: SharedWork<SignInReturn, SignInReturn.End>
    /// Activations in progress, by their request's id.
    let activations: SharedWork<String, IssuerVisit.Activation>
    /// The key of the form tokens; forms end with the process, as sessions do.
    let key: PageKey

    public init(
        backend: any SiteBackend,
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
        backend: any SiteBackend,
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
        // Each page extends the session, and the cookie tells the browser. A page whose session id was replaced
        // meanwhile sets no cookie.
        guard let session = visit.session, !visit.isHeld, sessions.has(session.id) else { return response }
        return response.setting(session.cookie(isSecure: settings.isSecure))
    }
}
