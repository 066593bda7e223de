import ChaveBase
import Pages
import SignInModel
import StoreTestSupport
import Synchronization
import Testing

@testable import SignInCore
@testable import SignInPages

/// A tenant with a client and a person, behind pages over records in memory.
final class PagesRig: Sendable {
    static let baseURL = "https://chave.example"

    let signIn: SignIn
    let pages: SignInPages
    let tenant: TenantID
    let client: String
    let user: String
    let redirectURI: String
    let mail = LastMail()

    init(
        clientName: String = "Padaria <b>Aurora</b>",
        redirectURI: String = "https://app.example/callback"
    ) async throws {
        self.redirectURI = redirectURI
        let counter = Mutex(UInt64(0))
        let randomBytes: @Sendable (Int) -> [UInt8] = { count in
            (0..<count).map { _ in
                counter.withLock { state in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 33)
                }
            }
        }
        let world = World(
            now: { Timestamp(seconds: 1_789_000_000) },
            uptimeMilliseconds: { 0 },
            randomBytes: randomBytes,
            sleep: { _ in },
            deadlinesAheadSeconds: { 0 }
        )
        signIn = SignIn(
            store: WorldRecordStore(),
            vault: RecordVault(secret: Array(repeating: 7, count: 32)),
            world: world,
            policy: SignInPolicy(baseURL: PagesRig.baseURL),
            mail: mail
        )
        pages = SignInPages(
            signIn: signIn,
            settings: SignInPagesSettings(baseURL: PagesRig.baseURL) { text, _ in "<svg><desc>\(text)</desc></svg>" },
            world: world
        ) { _, _, read in try await read() }
        tenant = try #require(TenantID("padaria"))
        _ = try await signIn.createTenant(tenant, displayName: "Padaria Aurora")
        let profile = ProfileDraft(displayName: "Padaria Aurora", registrationRedirectURI: "https://app.example")
        _ = try await signIn.configureProfile(profile, of: tenant)
        let draft = UserDraft(
            externalID: "maria",
            email: "maria@example.com",
            userName: "maria",
            displayName: "Maria <i>Silva</i>"
        )
        user = try await signIn.createUser(draft, of: tenant).id
        let app = OIDCClient(
            tenant: tenant,
            id: "app",
            name: clientName,
            redirectURIs: [redirectURI],
            tokenAuthentication: .none,
            createdAt: Timestamp(seconds: 1_789_000_000)
        )
        client = app.id
        var change = RecordChange()
        change.insert(app)
        #expect(try await signIn.records.commit(change) == .committed)
    }

    /// What a client sends its person with.
    var query: String {
        "client_id=app&redirect_uri=\(redirectURI.replacing(":", with: "%3A").replacing("/", with: "%2F"))&response_type=code&scope=openid%20email"
            + "&state=s&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    }

    /// As if the person had proven to be there just now.
    func session(for browser: PagesBrowser) async throws -> String {
        var change = RecordChange()
        let person = SignedInUser(
            id: user,
            credential: nil,
            authenticatedAt: signIn.world.now(),
            methods: SignedInUser.provenKey
        )
        let visit = BrowserVisit(visit: browser.cookies["__Host-chave_sign_in_visit"] ?? "", session: nil)
        let begun = try await signIn.beginSession(for: person, visit, of: tenant, in: &change)
        #expect(try await signIn.records.commit(change) == .committed)
        return begun.secret
    }
}

/// Keeps the mail that was sent last.
final class LastMail: MailSender {
    private let kept = Mutex<Mail?>(nil)

    var last: Mail? { kept.withLock { $0 } }

    func send(_ mail: Mail) async throws(MailFault) { kept.withLock { $0 = mail } }
}

/// Keeps cookies as a browser does, and reads pages as text.
struct PagesBrowser {
    let rig: PagesRig
    var pages: SignInPages
    var cookies: [String: String] = [:]
    var language = "en"

    init(_ rig: PagesRig, language: String = "en") {
        self.rig = rig
        pages = rig.pages
        self.language = language
    }

    mutating func send(_ request: PageRequest) async -> PageResponse {
        var request = request
        request.cookies = cookies
        request.acceptLanguage = language
        let response = await pages.respond(to: request)
        for header in response.headers where header.name == "Set-Cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            cookies[pair[0]] = pair.count == 2 ? pair[1] : nil
        }
        return response
    }

    mutating func get(_ path: String, query: String = "") async -> PageResponse {
        let fields = FormPairs.decode(query)?.map { ($0.name, $0.value) } ?? []
        return await send(
            PageRequest(
                method: "GET",
                path: path,
                rawQuery: query,
                query: Dictionary(fields) { first, _ in first }
            )
        )
    }

    mutating func post(_ path: String, _ form: [String: String] = [:], rawForm: String = "") async -> PageResponse {
        await send(PageRequest(method: "POST", path: path, form: form, rawForm: rawForm))
    }

    /// Follows the client's address to the page of the request; its path below the mount.
    mutating func opened(_ more: String = "") async -> String {
        let response = await get("/padaria/v2/authorize", query: rig.query + more)
        return String(response.header("Location")?.dropFirst("/t".count) ?? "")
    }

    mutating func signIn() async throws {
        _ = await get("/padaria/account/sign-in")
        cookies["__Host-chave_sign_in_session_padaria"] = try await rig.session(for: self)
    }
}

extension PageResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The form token of the first form of the page.
    var csrf: String {
        let rest = text.split(separator: "name=\"csrf\" value=\"", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "\"" })
    }

    /// What the first form of a consent page says that was shown.
    var shown: String {
        let rest = text.split(separator: "name=\"shown\" value=\"", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "\"" })
    }

    var screen: String {
        let rest = text.split(separator: "data-screen=\"", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "\"" })
    }
}
