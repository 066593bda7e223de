import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveTesting
import ChaveTransport
import ChaveWire
import Crypto

/// A sign-in server in memory that answers as docs/sign-in.md says, verifies what it is sent, and errs as a test wants.
final class FakeServer: HTTPTransport {
    enum Fault: Sendable {
        case lostRequest
        /// It is worked on; the answer never arrives.
        case lostAnswer
        case status(Int, JSONValue)
    }

    struct Session {
        var fields: [String: String]
        var path: String
    }

    struct Bound {
        var user: String
        var chain: [[UInt8]]
        var state: String?
    }

    struct Grant {
        var fields: [String: String]
        var user: String
    }

    /// Refresh tokens of one sign-in.
    struct Family {
        var client: String
        var user: String
        var generation = 1
    }

    struct Extension {
        var parent: String
        var status = "offering"
        var code: String? = "482915037"
        var claim: Claim?
        var version = 1
        var refusals = 0
        /// The approval that ended it.
        var approval: [UInt8]?
    }

    struct Claim {
        var key: P256.Signing.PublicKey
        var subject: CredentialSubject
        var toBeSigned: [UInt8]
        var deviceName: String
        var status = "pending"
        var isAnswered = false
        var pairing = "pairing-1"
        var code: String?
    }

    struct State {
        var requests: [HTTPRequest] = []
        var faults: [(path: String, fault: Fault)] = []
        var root: TenantRoot
        var signingKey: SigningKey
        var publishedKeys: [SigningKey]
        var sessions: [String: Session] = [:]
        var grants: [String: Grant] = [:]
        var bound: [String: Bound] = [:]
        var extending: Extension?
        var next = 0
        var clientAuthentication: String? = "none"
        var namesTenant = true
        /// By the token that was spent on it: the key and the answer.
        var spentTokens: [String: (key: [UInt8], answer: Answer)] = [:]
        /// What became of the user of a registration link.
        var linkedUserState: String?
        /// The user of the next link.
        var linkedUser = FakeServer.user
        /// What is changed about an answer before it is sent, by the end of its path.
        var changes: [String: @Sendable (inout JSONObject) -> Void] = [:]
        var changesIDToken: (@Sendable (inout JSONObject) -> Void)?
        /// Puts another text in the place of a signed ID token.
        var forgesIDToken: (@Sendable (String) throws -> String)?
        var family: Family?
        var givesRefreshTokens = true
        /// One is done before each reading of the extension; without one, a reading is held until there is news.
        var script: [@Sendable (inout State) -> Void] = []
        var holdsClaims = false
        var workBits: Int64 = 0
        var renewsCertificate = false
        /// The user for whom a child certificate is written, where it is another than the parent's.
        var childUser: String?

        /// In a rollover, the roots before this one, which still count.
        var olderRoots: Set<String> = []
        var roots: Set<String> { olderRoots.union([root.fingerprint]) }

        mutating func fresh(_ prefix: String) -> String {
            next += 1
            return "\(prefix)-\(next)"
        }
    }

    static let base = "http://localhost:9/chave"
    static let tenant = "aurora"
    static let user = "0193b3a1-0000-7000-8000-000000000001"
    static let issuer = "\(base)/t/\(tenant)"

    let clock: TestClock
    let state: Locked<State>
    /// The chains of credentials, verified, from which children are written.
    let parentChains = Locked<[String: VerifiedChain]>([:])
    /// The devices' public keys, by credential.
    let deviceKeys = Locked<[String: P256.Signing.PublicKey]>([:])

    init(clock: TestClock) throws {
        self.clock = clock
        let key = try SigningKey.generate(.es256, keyID: "first")
        state = Locked(
            State(root: try FakeServer.root(clock), signingKey: key, publishedKeys: [key])
        )
    }

    static func root(_ clock: TestClock, tenant: String = tenant) throws -> TenantRoot {
        try TenantRoot.generate(
            tenant: tenant,
            key: P256.Signing.PrivateKey(),
            serial: (0..<16).map { _ in UInt8.random(in: 1...120) },
            now: Timestamp(seconds: clock.seconds - 3_600)
        )
    }

    /// Has a new root sign from now on, beside the one before.
    func rollOver() throws {
        let next = try FakeServer.root(clock)
        set { state in
            state.olderRoots.insert(state.root.fingerprint)
            state.root = next
        }
    }

    /// Verifies the chains of all credentials: what is written under them needs that, and it takes an `await`.
    func learnChains() async throws {
        let (bound, roots) = state.withLock { ($0.bound, $0.roots) }
        for (credential, record) in bound {
            let chain = try await CredentialChain.verify(
                record.chain,
                tenant: FakeServer.tenant,
                roots: roots,
                now: now
            )
            parentChains.withLock { $0[credential] = chain }
        }
    }

    var now: Timestamp { Timestamp(seconds: clock.seconds) }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    func fail(_ path: String, _ fault: Fault) { set { $0.faults.append((path, fault)) } }

    /// The requests whose path ends so.
    func requests(_ suffix: String) -> [HTTPRequest] {
        state.withLock { $0.requests.filter { FakeServer.path($0).hasSuffix(suffix) } }
    }

    static func path(_ request: HTTPRequest) -> String {
        String(request.url.dropFirst(base.count).prefix { $0 != "?" })
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        await Task.yield()
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        let path = FakeServer.path(request)
        let fault: Fault? = state.withLock { state in
            state.requests.append(request)
            guard let index = state.faults.firstIndex(where: { path.hasSuffix($0.path) }) else { return nil }
            return state.faults.remove(at: index).fault
        }
        switch fault {
        case .lostRequest: throw TransportError(.notConnected, mayHaveReachedServer: false)
        case .status(let status, let body): return HTTPResponse(status: status, body: body.encoded())
        case nil, .lostAnswer: break
        }
        let response = await answer(request, path)
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: true) }
        if case .lostAnswer = fault { throw TransportError(.timedOut, mayHaveReachedServer: true) }
        return response
    }

    private func answer(_ request: HTTPRequest, _ path: String) async -> HTTPResponse {
        do {
            var answer = try await route(request, path)
            if let change = state.withLock({ state in
                state.changes.first { path.hasSuffix($0.key) }?.value
            }) {
                change(&answer.body)
            }
            return HTTPResponse(
                status: answer.status,
                headers: answer.headers,
                body: answer.status == 304 ? [] : JSONValue.object(answer.body).encoded()
            )
        } catch {
            return HTTPResponse(status: 500, body: Array("\(error)".utf8))
        }
    }

    private func route(_ request: HTTPRequest, _ path: String) async throws -> Answer {
        switch (request.method, path) {
        case (.post, "/v2/credentials"): return try credentials(request)
        case (.post, "/v2/authorize-challenge"): return try await challenge(request, path, finish: granted)
        case (.post, "/v2/token"): return try token(request)
        case (.post, "/v2/revoke"): return revoke(request)
        case (.get, "/t/\(FakeServer.tenant)/.well-known/openid-configuration"): return discovery()
        case (.get, "/t/\(FakeServer.tenant)/jwks"): return keys()
        case (.post, "/v2/extensions"): return try await challenge(request, path, finish: opened)
        case (.post, "/v2/extension-claims"): return try claim(request)
        case (.delete, "/v2/extension-claims/claim-1"):
            set { if $0.extending?.claim?.status == "pending" { $0.extending?.claim?.status = "refused" } }
            return claimState()
        case (.get, "/v2/extension-claims/claim-1"):
            await hold { $0.holdsClaims && $0.extending?.claim?.status == "pending" }
            return claimState()
        case (.post, FakeServer.browserPath), (.post, "\(FakeServer.browserPath)/decision"):
            return try await browserCall(request, path)
        default:
            guard path.hasPrefix("/v2/extensions/extension-1") else { return Answer(404, ["error": "not_found"]) }
            let tag = request.headers["If-None-Match"]
            if request.method == .get {
                await hold { $0.script.isEmpty && tag == "\"\($0.extending?.version ?? 0)\"" }
            }
            return try extensionCall(request, path)
        }
    }

    /// Waits while there is no news, as a server does that was asked to; a fault that a test brings ends it too.
    private func hold(_ isWithoutNews: (State) -> Bool) async {
        while !Task.isCancelled, state.withLock({ $0.faults.isEmpty && isWithoutNews($0) }) {
            try? await Task.sleep(nanoseconds: 500_000)
        }
    }
}

/// What the server says.
struct Answer {
    var status: Int
    var body: JSONObject
    var headers: HTTPHeaders = [:]

    init(_ status: Int, _ body: JSONValue) {
        self.status = status
        self.body = body.object ?? JSONObject()
    }
}
