import ChaveTransport
import ChaveWire

/// One call of the Payments API, before it has an address, a token and a device.
struct APICall: Sendable {
    var method: HTTPMethod
    /// After `/payments/br`.
    var path: String
    var query: [(name: String, value: String)] = []
    var body: [UInt8]?
    var idempotencyKey: String?
    /// How long the server may hold the answer.
    var preferredWaitSeconds: Int64 = 0

    static func get(
        _ path: String,
        query: [(name: String, value: String)] = [],
        preferredWaitSeconds: Int64 = 0
    ) -> APICall {
        APICall(method: .get, path: path, query: query, preferredWaitSeconds: preferredWaitSeconds)
    }

    static func post(_ request: StoredRequest) -> APICall {
        APICall(method: .post, path: request.path, body: request.body, idempotencyKey: request.idempotencyKey)
    }

    func request(to server: BaseURL, token: String, device: String, timeoutMilliseconds: Int64) -> HTTPRequest {
        var headers: HTTPHeaders = [
            "Authorization": "Bearer \(token)", "Chave-Device": device, "Accept": "application/json",
        ]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Idempotency-Key"] = idempotencyKey
        if preferredWaitSeconds > 0 { headers["Prefer"] = "wait=\(preferredWaitSeconds)" }
        let waiting = preferredWaitSeconds > 0 ? (preferredWaitSeconds + 10) * 1_000 : 0
        return HTTPRequest(
            method: method,
            url: server.appending(path: "/payments/br\(path)", query: query),
            headers: headers,
            body: body,
            timeoutMilliseconds: max(waiting, timeoutMilliseconds)
        )
    }
}
