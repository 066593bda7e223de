public import ChaveBase
public import Pages
public import SandboxCards

/// A wallet in a browser: it adds a card, sends the holder to the issuer's app, and watches the token.
///
///     GET  /                       whose wallet, then its cards
///     POST /owner                  csrf, name
///     POST /leave                  csrf
///     GET  /add                    a card to add
///     POST /tokens                 csrf, attempt, card, device, temper
///     GET  /tokens/<id>            the token; show=code: with the code that a callback brought
///     GET  /tokens/<id>/wait?seen= whether it has changed, held for a while
///     POST /tokens/<id>/remove     csrf
///     POST /tokens/<id>/resume     csrf: has the issuer asked anew
///     POST /tokens/<id>/unsuspend  csrf: the network takes a suspension back
///     GET  /return/<id>?…          where the issuer's app leads back to
public struct WalletPages: PageSite {
    let cards: SandboxCards
    let settings: WalletSettings
    let world: World
    let memory = WalletMemory()
    let key: PageKey

    public init(cards: SandboxCards, settings: WalletSettings, world: World) {
        self.cards = cards
        self.settings = settings
        self.world = world
        key = PageKey(secret: settings.secret)
    }

    public func respond(to request: PageRequest) async -> PageResponse {
        if request.path == WalletSettings.stylePath {
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return .asset("text/css; charset=utf-8", PackageResources.wallet_css)
        }
        let known = WalletSession(cookie: request.cookies[WalletSession.cookieName], key: key, at: world.now())
        var visit = WalletVisit(
            site: self,
            request: request,
            session: known ?? WalletSession(world),
            isNew: known == nil
        )
        let response = await visit.respond()
        guard !visit.isHeld, visit.session != known || visit.session.isDueForRenewal(at: world.now()) else {
            return response
        }
        visit.session.endsAt = world.now().adding(seconds: WalletSession.lifeSeconds)
        return response.setting(visit.session.cookie(key, isSecure: settings.isSecure))
    }
}
