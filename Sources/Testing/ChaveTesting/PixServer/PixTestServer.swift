public import ChaveBase
public import ChavePixModel
public import ChaveTransport
import ChaveWire

/// The Payments API in the test's own process: no network, no bank, no phone.
///
/// The server sends the same messages as the real server. It verifies a device's credentials and signatures: challenge,
/// origin, user verification, signature, counter. It stores idempotency keys, holds responses for `Prefer: wait`, shows
/// objects only to the device that created them, and fails as a test orders. Every time comes from ``clock`` and every
/// id from the seed.
///
/// ```swift
/// let server = PixTestServer()
/// let client = PixClient(accessToken: server.makeAccessToken(), configuration: .testing(server))
/// ```
///
/// The server has the routes that a device calls; only the real server has API keys, webhooks and bank accounts.
public final class PixTestServer: HTTPTransport {
    /// The server's address; its host name does not exist.
    public static let baseURL: BaseURL = {
        guard let url = try? BaseURL("https://chave.test") else { preconditionFailure("a constant is no base URL") }
        return url
    }()

    /// The id of the account that may receive money.
    public static let beneficiary = BankAccountID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)

    /// The API key that issued the access tokens.
    static let merchant = APIKeyID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_00AA)

    static let prefix = "/payments/br"

    /// The clock of server and bank; `.testing` gives it to the client too.
    public let clock: TestClock
    let state: Locked<PixTestState>

    /// Creates a server with two banks and one beneficiary, and nothing else.
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

    /// Creates an access token that is valid for `lifetimeSeconds` by the clock.
    ///
    /// The token names ``baseURL`` as its issuer, like the real server's tokens.
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

    /// Makes every later request fail with `.cancelled`.
    public func invalidate() { change { $0.isInvalidated = true } }

    /// Responds to one request, or applies its ordered failure.
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

    /// Records the request, and takes its ordered failure.
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

    /// The parts of the path after `/payments/br`; `nil` for an address of another server.
    private static func path(of request: HTTPRequest) -> [String]? {
        let start = baseURL.text + prefix + "/"
        guard request.url.hasPrefix(start) else { return nil }
        return request.url.dropFirst(start.count).prefix { $0 != "?" }.split(separator: "/").map(String.init)
    }

    /// Changes the server's state and wakes the held requests.
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

/// One request to a test server, without anything secret or personal: no token, no body, no query.
public struct PixTestRequest: Hashable, Sendable {
    /// The route; `nil` for an address outside of the Payments API.
    public var call: PixTestCall?
    /// The method and the path, such as `GET /payments/br/institutions/`.
    public var line: String
    /// Whether the request had an idempotency key.
    public var hasIdempotencyKey: Bool
    /// The status of the response; `nil` when there was none, or there is none yet.
    public var status: Int?
    /// Whether the response was the stored one of an earlier request with the same key.
    public var isReplay = false
}
