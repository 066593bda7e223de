package import ChaveBase
public import Pages
package import SignInCore
import SignInModel

/// Signing in by a browser: a passkey or a QR that a device approves, consent, and the person's own page.
///
///     GET  /<tenant>/v2/authorize?…               a client sends its person here; POST leads to the same
///     GET  /<tenant>/v2/authorize/<id>            what this request waits for: sign-in, consent, the way back
///     GET  /<tenant>/v2/authorize/<id>/wait?seen= whether it has changed, held for a while
///     POST /<tenant>/v2/authorize/<id>/passkey    csrf, credential
///     POST /<tenant>/v2/authorize/<id>/consent    csrf, decision
///     POST /<tenant>/v2/authorize/<id>/cancel     csrf
///     POST /<tenant>/v2/authorize/<id>/other      csrf: somebody else signs in
///     GET  /<tenant>/v2/logout?…                  a client sends its person here to sign out; POST leads to the same
///     POST /<tenant>/v2/logout/confirm            csrf, and what the page was asked with
///     GET  /<tenant>/v2/browser-approvals/<id>    what a camera finds in a QR: that it is for an app
///     GET  /<tenant>/account                      who is signed in here
///     GET  /<tenant>/account/sign-in              begins a sign-in for the person's own page
///     POST /<tenant>/account/leave                csrf, everywhere?
///     GET  /<tenant>/account/passkeys             the person's passkeys
///     POST /<tenant>/account/passkeys             csrf, credential
///     POST /<tenant>/account/passkeys/<id>/remove csrf
///     GET  /<tenant>/account/new-email?token=     what a mailed link to a new address opens; changes nothing
///     POST /<tenant>/account/new-email            csrf, token: the address is the person's from now on
public struct SignInPages: PageSite {
    let signIn: SignIn
    let settings: SignInPagesSettings
    let world: World
    let follow: Follow

    /// Reads again until `isHeld` releases the answer, for at most `milliseconds`.
    package typealias Follow =
        @Sendable (
            _ milliseconds: Int64,
            _ isHeld: @Sendable (Followed<Int64?>) -> Bool,
            _ read: @Sendable () async throws -> Followed<Int64?>
        ) async throws -> Followed<Int64?>

    package init(signIn: SignIn, settings: SignInPagesSettings, world: World, follow: @escaping Follow) {
        self.signIn = signIn
        self.settings = settings
        self.world = world
        self.follow = follow
    }

    public func respond(to request: PageRequest) async -> PageResponse {
        if request.path == SignInPagesSettings.stylePath {
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return .asset("text/css; charset=utf-8", PackageResources.sign_in_css)
        }
        let parts = request.segments
        guard let tenant = parts.first.flatMap(TenantID.init) else {
            return await respond(to: request, tenant: nil, path: ["unknown"])
        }
        return await respond(to: request, tenant: tenant, path: Array(parts.dropFirst()))
    }

    /// `tenant` is `nil` for the address without one, which only opens requests.
    func respond(to request: PageRequest, tenant: TenantID?, path: [String]) async -> PageResponse {
        let cookies = SignInCookies(request.cookies, isSecure: settings.isSecure, randomBytes: world.randomBytes)
        var visit = SignInVisit(
            signIn: signIn,
            settings: settings,
            world: world,
            follow: follow,
            request: request,
            cookies: cookies,
            path: path
        )
        let response = await visit.respond(tenant)
        // A request for no page sets no cookies.
        let place = SignInPlace(request.method, path)
        guard place == .entrance || (place != nil && tenant != nil) else { return response }
        return visit.cookies.changes.reduce(response) { $0.setting($1) }
    }
}

/// The page at `/v2/authorize` without a tenant in its path: the request's client determines the tenant.
public struct SignInEntrance: PageSite {
    private let pages: SignInPages

    public init(_ pages: SignInPages) { self.pages = pages }

    public func respond(to request: PageRequest) async -> PageResponse {
        await pages.respond(to: request, tenant: nil, path: ["v2", "authorize"] + request.segments)
    }
}
