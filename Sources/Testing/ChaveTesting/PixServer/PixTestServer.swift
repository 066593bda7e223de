public import ChaveBase
public import ChavePixModel
public import ChaveTransport
import ChaveWire

/// The Payments API in the test's own process: no network, no bank, no telephone.
///
/// It answers as the real server does, in the same messages, and truly verifies what a device makes: challenge, origin,
/// person, signature, counter. It keeps idempotency keys, holds answers for `Prefer: wait`, lets objects exist only for the
/// device that made them, and fails as a test orders it. Every moment comes from ``clock`` and every id from the seed.
///
/// ```swift
/// let server = PixTestServer()
/// let client = PixClient(accessToken: server.makeAccessToken(), configuration: .testing(server))
/// ```
///
/// It knows the routes that a device calls; API keys, webhooks and bank accounts are the real server's.
public final class PixTestServer: HTTPTransport {
    /// Where it pretends to be; the name exists nowhere.
    public static let baseURL: BaseURL = {
        guard let url = try? BaseURL("https://chave.test") else { preconditionFailure("a constant is no base URL") }
        return url
    }()

    /// The account that may receive money.
    public static let beneficiary = BankAccountID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)

    /// Whose API keys gave the access tokens.
    static let merchant = APIKeyID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_00AA)

    static let prefix = "/payments/br"

    /// The time of server and bank, and the client's when it is configured with `.testing`.
    public let clock: TestClock
    let state: Locked<PixTestState>

    /// A server with two banks and one beneficiary, and nothing else.
    public init(clock: TestClock = TestClock(), bank: PixTestBank = PixTestBank(), seed: UInt64 = 1) {
        self.clock = clock
        var state = PixTestState(
            random: TestRandom(seed: seed, for: "pix server"),
            institutions: PixTestServer.standardInstitutions,
            beneficiaries: [PixTestServer.beneficiary]
        )
        state.bank = bank
        self.state = Locked(state)
    }

    /// A fresh access token, good for so long by the clock.
    ///
    /// It names ``baseURL`` as its issuer, as the real server's tokens do.
    public func makeAccessToken(lifetimeSeconds: Int64 = 900) -> String {
        let now = clock.elapsedMilliseconds
        return state.withLock { state in
            let claims: JSONValue = [
                "iss": .string(PixTestServer.baseURL.text),
                "iat": JSONValue(clock.rightNow / 1_000_000),
                "exp": JSONValue(clock.rightNow / 1_000_000 + lifetimeSeconds),
                "jti": .string(Base64URL.encode(state.random.bytes(12))),
                "token_type": "access",
            ]
            let parts = [Array(#"{"alg":"none","typ":"at+jwt"}"#.utf8), claims.encoded(), state.random.bytes(32)]
            let token = parts.map(Base64URL.encode).joined(separator: ".")
            state.tokens[token] = now + max(0, lifetimeSeconds) * 1_000
            return token
        }
    }

    /// From now on every request fails with `.cancelled`.
    public func invalidate() { change { $0.isInvalidated = true } }

    /// Answers one request, or has happen what was ordered for it.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled, !state.withLock({ $0.isInvalidated }) else {
            throw TransportError(.cancelled, mayHaveReachedServer: false)
        }
        let path = PixTestServer.path(of: request)
        let call = path.flatMap { PixTestCall(request.method, $0) }
        let (number, failure) = note(request, call)
        await Task.yield()
        let response = try await respond(to: request, call, path ?? [], failure)
        state.withLock { state in
            state.requests[number].status = response.status
            state.requests[number].isReplay = response.headers["Idempotent-Replayed"] != nil
        }
        return response
    }

    /// Writes the request down, and takes the failure that was ordered for it.
    private func note(_ request: HTTPRequest, _ call: PixTestCall?) -> (number: Int, failure: PixTestFailure?) {
        state.withLock { state in
            let line = request.url.dropFirst(PixTestServer.baseURL.text.count).prefix { $0 != "?" }
            state.requests.append(
                PixTestRequest(
                    call: call,
                    line: "\(request.method.rawValue) \(line)",
                    hasIdempotencyKey: request.headers["Idempotency-Key"] != nil
                )
            )
            return (state.requests.count - 1, state.failures.take(call))
        }
    }

    /// The parts behind `/payments/br`; `nil` for an address that is not this server's.
    private static func path(of request: HTTPRequest) -> [String]? {
        let start = baseURL.text + prefix + "/"
        guard request.url.hasPrefix(start) else { return nil }
        return request.url.dropFirst(start.count).prefix { $0 != "?" }.split(separator: "/").map(String.init)
    }

    /// Changes what the server knows, and lets whoever holds an answer look again.
    func change<Value>(_ change: (inout PixTestState) -> Value) -> Value {
        let (value, watchers) = state.withLock { state in
            let value = change(&state)
            state.changes += 1
            defer { state.watchers = [:] }
            return (value, Array(state.watchers.values))
        }
        for watcher in watchers { watcher.resume() }
        return value
    }
}
