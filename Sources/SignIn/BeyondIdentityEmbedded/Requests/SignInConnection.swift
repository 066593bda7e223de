import ChaveBase
import ChaveTransport
import ChaveWire

/// Sends calls to the server, and retries calls that are safe to repeat.
struct SignInConnection: Sendable {
    let base: BaseURL
    private let surroundings: SignInSurroundings

    init(base: BaseURL, surroundings: SignInSurroundings) {
        self.base = base
        self.surroundings = surroundings
    }

    func address(_ path: String) -> String { base.appending(path: path) }

    /// The issuer of a tenant's tokens.
    func issuer(of tenant: String) -> String { base.appending(path: "/t/\(PercentEncoding.encode(tenant))") }

    /// Sends a call and returns the answer, whatever its status.
    func send(_ call: SignInCall) async throws(SignInError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelledCall }
        let random = surroundings.random
        let sender = RetryingSender(
            transport: surroundings.transport,
            policy: surroundings.retries,
            clock: surroundings.clock,
            jitter: { Double(random(1).first ?? 0) / 256 }
        )
        let request = call.request(timeoutMilliseconds: surroundings.callTimeoutMilliseconds)
        switch await sender.send(request, isSafeToRepeat: call.isSafeToRepeat).result {
        case .success(let response): return response
        case .failure(let error): throw SignInError(error)
        }
    }

    /// Sends a call and returns the object of a successful answer.
    func object(_ call: SignInCall) async throws(SignInError) -> JSONObject {
        let response = try await send(call)
        guard response.isSuccess else { throw refusal(response).error }
        return try SignInConnection.object(of: response)
    }

    func refusal(_ response: HTTPResponse) -> Refusal { Refusal(response, now: surroundings.clock.now()) }

    static func object(of response: HTTPResponse) throws(SignInError) -> JSONObject {
        guard let object = (try? JSONValue(parsing: response.body))?.object else { throw .unreadable("object") }
        return object
    }
}

extension JSONObject {
    /// A required text.
    func text(_ name: String) throws(SignInError) -> String {
        guard let text = self[name]?.string, !text.isEmpty else { throw .unreadable(name) }
        return text
    }

    /// A required whole number, at least zero.
    func count(_ name: String) throws(SignInError) -> Int64 {
        guard let number = self[name]?.number?.int64, number >= 0 else { throw .unreadable(name) }
        return number
    }

    /// A required Base64 value (RFC 4648, section 4).
    func base64(_ name: String) throws(SignInError) -> [UInt8] {
        guard let bytes = Base64.decode(try text(name)) else { throw .unreadable(name) }
        return bytes
    }
}
