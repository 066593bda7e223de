public import BeyondIdentityEmbedded
import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChavePixModel
public import ChaveTransport
import ChaveWire
import Crypto
public import Foundation

/// The sign-in server of one tenant in the test's own process: registration by link, sign-in, tokens, refresh, sign-out.
///
/// It certifies keys, verifies each proof (chain, signature, challenge, address, times), checks PKCE and signs ID tokens,
/// so that a client which leaves something out is refused as the real server refuses it.
///
/// What needs a second device or a browser it does not know: extensions, nine digits, browser approvals are answered 404.
public final class SignInTestServer: HTTPTransport {
    /// Where it pretends to be; the name exists nowhere.
    public static let url = URL(string: base) ?? URL(fileURLWithPath: "/")

    static let base = "https://sign-in.chave.test"
    /// The tenant's id, which is its credential's handle too.
    public static let tenant = "aurora"
    /// Where a registration link leads.
    public static let redirectURI = "https://app.example/signed-in"
    /// The client that signs in.
    public static let clientID = "test-client"

    static var issuer: String { "\(base)/t/\(tenant)" }

    /// The time of the server, and the client's when it is configured with `.testing`.
    public let clock: TestClock
    let state: Locked<SignInTestState>

    /// A tenant with its own root certificate, and no users yet.
    ///
    /// - Throws: Where the machine cannot make the tenant's keys.
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

    /// A link that registers one device of this user, once.
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

    /// Whether the client keeps no secret, as `authenticate()` needs it; else its own server exchanges the code.
    public func setIsPublicClient(_ isPublic: Bool) { state.withLock { $0.isPublicClient = isPublic } }

    /// What became of the users' credentials: `.active` lets them sign in again, `.invalid` counts as nothing.
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

    /// Ends every sign-in: no refresh token counts any more.
    public func revokeTokens() { state.withLock { $0.families = [] } }

    /// Has the next requests to `call` fail so, one after another.
    public func fail(_ call: SignInTestCall, _ failure: SignInTestFailure, times: Int = 1) {
        state.withLock { $0.failures.order(failure, for: call, times: times) }
    }

    /// The calls whose ordered failures have not happened yet.
    public var openFailures: [SignInTestCall] { state.withLock { $0.failures.calls } }

    /// Every request to a known endpoint, the oldest first.
    public var calls: [SignInTestCall] { state.withLock { $0.calls } }

    /// How often an endpoint was called.
    public func count(of call: SignInTestCall) -> Int { calls.filter { $0 == call }.count }

    /// Answers one request, or has happen what was ordered for it.
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
