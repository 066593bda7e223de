public import BeyondIdentityEmbedded
import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChavePixModel
public import ChaveTransport
import ChaveWire
import Crypto
public import Foundation

/// The sign-in server of one tenant in the test's own process, with registration by link, sign-in, tokens and sign-out.
///
/// The server certifies keys, verifies each proof (chain, signature, challenge, address, times), checks PKCE and signs
/// ID tokens. It refuses an incomplete client as the real server does.
///
/// The server has nothing that needs a second device or a browser: extensions, nine digits and browser approvals get
/// 404.
public final class SignInTestServer: HTTPTransport {
    /// The server's address; its host name does not exist.
    public static let url = URL(string: base) ?? URL(fileURLWithPath: "/")

    static let base = "https://sign-in.chave.test"
    /// The tenant's id, which is also the handle of its credential.
    public static let tenant = "aurora"
    /// The redirect URI of the client.
    public static let redirectURI = "https://app.example/signed-in"
    /// The id of the client that signs in.
    public static let clientID = "test-client"

    static var issuer: String { "\(base)/t/\(tenant)" }

    /// The clock of the server; `.testing` gives it to the client too.
    public let clock: TestClock
    let state: Locked<SignInTestState>

    /// Creates a tenant with its own root certificate and without users.
    ///
    /// - Throws: An error when the machine cannot make the tenant's keys.
    public init(clock: TestClock = TestClock(), seed: UInt64 = 1) throws {
        self.clock = clock
        let random = TestRandom(seed: seed, for: "sign-in server")
        let root = try TenantRoot.generate(
            tenant: SignInTestServer.tenant,
            key: P256.Signing.PrivateKey(rawRepresentation: random.bytes(32)),
            serial: random.bytes(16),
            now: Timestamp(seconds: clock.rightNow / 1_000_000 - 3_600)
        )
        state = Locked(
            SignInTestState(
                random: random,
                root: root,
                signingKey: try SigningKey(p256: random.bytes(32), keyID: "test-key")
            )
        )
    }

    /// Creates a link that registers one device of this user, once.
    public func makeRegistrationLink(user: String = "0193b3a1-0000-7000-8000-000000000001") -> URL {
        let token = state.withLock { state in
            let token = state.text(16)
            state.invitations[token] = SignInTestState.Invitation(user: user)
            return token
        }
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = "app.example"
        parts.path = "/register"
        parts.queryItems = [URLQueryItem(name: "token", value: token)]
        return parts.url ?? URL(fileURLWithPath: "/register")
    }

    /// Sets whether the client has no secret, which `authenticate()` requires; otherwise the client's own server
    /// exchanges the code.
    public func setIsPublicClient(_ isPublic: Bool) { state.withLock { $0.isPublicClient = isPublic } }

    /// Sets the state of all credentials: `.active` lets them sign in again, and `.invalid` has the same effect.
    ///
    /// Any other state also ends all refresh tokens.
    public func setCredentials(_ credentialState: CredentialState) {
        let name: String? =
            switch credentialState {
            case .userSuspended: "user_suspended"
            case .userDeleted: "user_deleted"
            case .deviceDeleted: "device_deleted"
            case .active, .invalid: nil
            }
        state.withLock { state in
            for credential in state.bound.keys { state.bound[credential]?.state = name }
            if name != nil { state.families = [] }
        }
    }

    /// Ends every sign-in: all refresh tokens become invalid.
    public func revokeTokens() { state.withLock { $0.families = [] } }

    /// Makes the next requests to `call` fail like this, one after another.
    public func fail(_ call: SignInTestCall, _ failure: SignInTestFailure, times: Int = 1) {
        state.withLock { $0.failures.order(failure, for: call, times: times) }
    }

    /// The calls of all open failures.
    public var openFailures: [SignInTestCall] { state.withLock { $0.failures.calls } }

    /// All requests to known endpoints, the oldest first.
    public var calls: [SignInTestCall] { state.withLock { $0.calls } }

    /// The number of calls of an endpoint.
    public func count(of call: SignInTestCall) -> Int { calls.filter { $0 == call }.count }

    /// Responds to one request, or applies its ordered failure.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        await Task.yield()
        guard let call = SignInTestServer.call(of: request) else {
            return SignInTestAnswer.refusal(404, "not_found").response
        }
        let failure = state.withLock { state -> SignInTestFailure? in
            state.calls.append(call)
            return state.failures.take(call)
        }
        switch failure?.kind {
        case nil: return await answer(request, call).response
        case .lost(let mishap):
            throw await mishap.befall(request, by: clock) { await answer(request, call).response }
        case .refused(let status, let error, let retryAfter):
            var answer = SignInTestAnswer.refusal(status, error)
            answer.headers["Retry-After"] = retryAfter.map { String($0) }
            return answer.response
        }
    }

    private static func call(of request: HTTPRequest) -> SignInTestCall? {
        guard request.url.hasPrefix(base) else { return nil }
        switch (request.method, request.url.dropFirst(base.count).prefix { $0 != "?" }) {
        case (.post, "/v2/credentials"): return .register
        case (.post, "/v2/authorize-challenge"): return .authorizeChallenge
        case (.post, "/v2/token"): return .token
        case (.post, "/v2/revoke"): return .revoke
        case (.get, "/t/\(tenant)/.well-known/openid-configuration"): return .discovery
        case (.get, "/t/\(tenant)/jwks"): return .keys
        default: return nil
        }
    }

    private func answer(_ request: HTTPRequest, _ call: SignInTestCall) async -> SignInTestAnswer {
        switch call {
        case .register: return register(request)
        case .authorizeChallenge: return await challenge(request)
        case .token: return token(TestForm.fields(ofBody: request.body))
        case .revoke: return revoke(TestForm.fields(ofBody: request.body))
        case .discovery:
            return SignInTestAnswer(
                200,
                [
                    "issuer": .string(SignInTestServer.issuer),
                    "jwks_uri": .string("\(SignInTestServer.issuer)/jwks"),
                ]
            )
        case .keys:
            let key = state.withLock { $0.signingKey.publicKey.jwk }
            return SignInTestAnswer(200, ["keys": .array([.object(key)])])
        }
    }

    var nowSeconds: Int64 { clock.rightNow / 1_000_000 }
}
