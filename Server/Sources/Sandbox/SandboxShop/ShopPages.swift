public import ChaveBase
import ChavePixModel
import Crypto
public import Pages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A merchant's shop in a browser: enroll, buy and pay by passkey, over the public Payments API alone.
///
///     GET  /                                    who buys, then the catalogue
///     POST /person                              csrf, identifier, name
///     POST /leave                               csrf
///     GET  /banks?name=…                        the banks, with a search
///     GET  /callback?…                          where a bank sends its holder back to
///     POST /callback                            csrf, and the answer that was in the address's fragment
///     GET  /devices                             this person's enrollments
///     POST /enrollments                         csrf, attempt, institution, signals
///     GET  /enrollments/<id>                    what this one waits for
///     POST /enrollments/<id>/confirm            csrf, credential
///     POST /enrollments/<id>/cancel             csrf
///     GET  /orders                              what was bought
///     GET  /products/<id>                       the choice of the days on which it is paid
///     POST /orders                              csrf, attempt, product, enrollment, when, day, times
///     GET  /orders/<id>                         what this one waits for, in the end the receipt
///     POST /orders/<id>/authorize               csrf, assertion, signals
///     POST /orders/<id>/cancel                  csrf
///     GET  /enrollments/<id>/wait?seen=…        whether it has changed, held for a while
///     GET  /orders/<id>/wait?seen=…
public struct ShopPages: PageSite {
    private let backend: MerchantBackend
    private let world: World
    private let key: PageKey

    public init(api: any SiteBackend, settings: ShopSettings, world: World) {
        backend = MerchantBackend(api: api, settings: settings)
        self.world = world
        // Cookies stay valid over a restart, and end with the shop's keys.
        let secret = SymmetricKey(data: Data(settings.secretPassword.utf8))
        key = PageKey(secret: Array(HMAC<SHA256>.authenticationCode(for: Data("shop pages".utf8), using: secret)))
    }

    public func respond(to request: PageRequest) async -> PageResponse {
        if let asset = ShopAsset(path: request.path) {
            return request.method == "GET" ? asset.response : .methodNotAllowed("GET")
        }
        let cookie = request.cookies[ShopSession.cookieName]
        let known = ShopSession(cookie: cookie, key: key, at: world.now())
        var visit = ShopVisit(
            backend: backend,
            world: world,
            key: key,
            request: request,
            session: known ?? ShopSession(world),
            isNew: known == nil
        )
        let response = await visit.respond()
        // The response sets no unchanged cookie: it could arrive late and overwrite another tab's change.
        guard !visit.isHeld, visit.session != known || visit.session.isDueForRenewal(at: world.now()) else {
            return response
        }
        visit.session.endsAt = world.now().adding(seconds: ShopSession.lifeSeconds)
        return response.setting(visit.session.cookie(key, isSecure: backend.settings.isSecure))
    }
}

/// The assets of the shop's pages, besides those of every page.
enum ShopAsset: String, CaseIterable {
    case signals
    case returned

    init?(path: String) {
        guard let asset = ShopAsset.allCases.first(where: { path == "/\($0.rawValue).js" }) else { return nil }
        self = asset
    }

    /// Its address on the shop's host.
    var path: String { "\(ShopSettings.mountPath)/\(rawValue).js" }

    var response: PageResponse {
        switch self {
        case .signals: .asset(PageAsset.script, PackageResources.signals_js)
        case .returned: .asset(PageAsset.script, PackageResources.returned_js)
        }
    }
}
