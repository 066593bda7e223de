import ChaveTransport
import ChaveWire

/// One call of the Payments API, before it has an address, a token and a device.
struct APICall: Sendable {
    var method: HTTPMethod
    /// The path after `/payments/br`.
    var path: String
    var query: [(name: String, value: String)] = []
    var body: [UInt8]?
    var idempotencyKey: String?
    /// The time in seconds for which the server may hold the response.
    var preferredWaitSeconds: Int64 = 0
    /// The known version: the server answers 304 when it has not changed.
    var knownTag: String?
    /// The end of all tries, in milliseconds of the clock's uptime.
    var deadline: Int64?

    static func get(
        _ path: String,
        query: [(name: String, value: String)] = [],
        before deadline: Int64? = nil
    ) -> APICall {
        APICall(method: .get, path: path, query: query, deadline: deadline)
    }

    /// One question of a wait.
    static func get(_ path: String, _ turn: Waiter.Turn) -> APICall {
        APICall(
            method: .get,
            path: path,
            preferredWaitSeconds: turn.preferredWaitSeconds,
            knownTag: turn.knownTag,
            deadline: turn.deadline
        )
    }

    static func post(_ request: StoredRequest, before deadline: Int64?) -> APICall {
        APICall(
            method: .post,
            path: request.path,
            body: request.body,
            idempotencyKey: request.idempotencyKey,
            deadline: deadline
        )
    }

    func request(to server: BaseURL, token: String, device: String, timeoutMilliseconds: Int64) -> HTTPRequest {
        var headers: HTTPHeaders = [
            "Authorization": "Bearer \(token)", "Chave-Device": device, "Accept": "application/json",
        ]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Idempotency-Key"] = idempotencyKey
        if preferredWaitSeconds > 0 { headers["Prefer"] = "wait=\(preferredWaitSeconds)" }
        headers["If-None-Match"] = knownTag
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
