import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel
import Synchronization
import Testing

@testable import SignInCore

/// Takes logout tokens as clients do, or refuses to.
final class LogoutDrop: LogoutTransport {
    struct Post: Hashable {
        var address: String
        var token: String
    }
    private struct State {
        var posts: [Post] = []
        var refused: Set<String> = []
    }
    private let state = Mutex(State())

    var posts: [Post] { state.withLock { $0.posts } }

    func refuse(_ addresses: Set<String>) { state.withLock { $0.refused = addresses } }

    func clear() { state.withLock { $0.posts = [] } }

    func post(_ form: [UInt8], to address: String, of tenant: TenantID) async -> Bool {
        let text = String(decoding: form, as: UTF8.self)
        return state.withLock { state in
            state.posts.append(Post(address: address, token: String(text.dropFirst("logout_token=".count))))
            return !state.refused.contains(address)
        }
    }
}

/// A person in a browser with sessions at two clients, one of which wants to be told.
struct LogoutRig: Sendable {
    var browser: BrowserRig
    let drop = LogoutDrop()
    static let address = "https://app.example/logged-out"
    static let afterwards = "https://app.example/bye?from=chave"

    var signIn: SignIn { browser.signIn }
    var tenant: TenantID { browser.tenant }

    init() async throws {
        browser = try await BrowserRig()
        var client = try #require(try await browser.signIn.records.find(OIDCClient.self, "app", of: browser.tenant))
        client.record.backChannelLogoutURI = LogoutRig.address
        client.record.postLogoutRedirectURIs = [LogoutRig.afterwards]
        var other = OIDCClient(
            tenant: browser.tenant,
            id: "quiet",
            name: "Quiet",
            redirectURIs: [OAuthRig.redirectURI],
            tokenAuthentication: .none,
            createdAt: browser.test.now
        )
        other.postLogoutRedirectURIs = ["https://quiet.example/"]
        var change = RecordChange()
        change.replace(client)
        change.insert(other)
        #expect(try await browser.signIn.records.commit(change) == .committed)
        try await browser.signedInByDevice()
    }

    var session: String {
        get async throws {
            try #require(try await signIn.liveSession(browser.visit, of: tenant)).record.user.session ?? ""
        }
    }

    /// As after a consent: tokens of this browser's session.
    func tokens(_ client: String = "app", scope: String = "openid") async throws -> TokenAnswer {
        let code = try await code(client, scope: scope)
        return try await exchange(code, client)
    }

    func code(_ client: String = "app", scope: String = "openid") async throws -> String {
        let opening = try await signIn.openAuthorization(
            OAuthRig.pairs(OAuthRig.authorization(client, ["scope": scope])),
            tenant: tenant
        )
        guard case .proceed(let request) = opening else { throw BrowserRig.Unexpected() }
        let session = try #require(try await signIn.liveSession(browser.visit, of: tenant)).record
        return try #require(OAuthRig.query(try await signIn.grantCode(for: request, user: session.user))["code"])
    }

    func exchange(_ code: String, _ client: String = "app") async throws -> TokenAnswer {
        let form = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": OAuthRig.redirectURI,
            "client_id": client, "code_verifier": OAuthRig.verifier,
        ]
        return try await signIn.token(OAuthRig.form(form), headers: TokenRequestHeaders(), tenant: tenant)
    }

    func logOut(_ parameters: [String: String], isConfirmed: Bool = false) async throws -> LogoutOpening {
        try await signIn.logOut(
            OAuthRig.pairs(parameters),
            browser.visit,
            of: tenant,
            isConfirmed: isConfirmed
        )
    }

    var isIn: Bool {
        get async throws { try await signIn.browserPerson(browser.visit, of: tenant) != nil }
    }

    /// The claims of what clients are told in one round.
    func told() async throws -> [JWTClaims] {
        drop.clear()
        _ = try await signIn.tellClients(by: drop)
        let keys = try await signIn.publicKeys(of: tenant)
        return try drop.posts.map { post in
            let jws = try keys.verify(post.token)
            #expect(jws.header["typ"] == "logout+jwt")
            return try #require(JWTClaims(parsing: jws.payload))
        }
    }

    func refusal(_ parameters: [String: String]) async throws -> OAuthError? {
        guard case .show(let error) = try await logOut(parameters) else { return nil }
        return error
    }
}
