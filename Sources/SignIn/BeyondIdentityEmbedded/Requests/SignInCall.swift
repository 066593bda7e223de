import ChaveBase
import ChaveTransport
import ChaveWire

/// One request to the sign-in server.
struct SignInCall: Sendable {
    enum Body: Sendable {
        case none
        /// A form, from which absent values are left out.
        case form([(name: String, value: String?)])
        case json(JSONObject)
    }

    var method: HTTPMethod
    /// The absolute URL.
    var url: String
    var body = Body.none
    var bearer: String?
    var knownTag: String?
    /// How many seconds the server may hold its answer; with zero the request does not ask for this.
    var preferredWaitSeconds: Int64 = 0
    /// Whether sending the same bytes twice has the same effect as sending them once.
    var isSafeToRepeat = false

    func request(timeoutMilliseconds: Int64) -> HTTPRequest {
        var headers: HTTPHeaders = ["Accept": "application/json"]
        headers["Authorization"] = bearer.map { "Bearer \($0)" }
        headers["If-None-Match"] = knownTag
        if preferredWaitSeconds > 0 { headers["Prefer"] = "wait=\(preferredWaitSeconds)" }
        var bytes: [UInt8]?
        switch body {
        case .none: break
        case .form(let fields):
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            bytes = Array(SignInCall.encoded(fields).utf8)
        case .json(let object):
            headers["Content-Type"] = "application/json"
            bytes = JSONValue.object(object).encoded()
        }
        let hold = preferredWaitSeconds > 0 ? (preferredWaitSeconds + 10) * 1_000 : 0
        return HTTPRequest(
            method: method,
            url: url,
            headers: headers,
            body: bytes,
            timeoutMilliseconds: max(timeoutMilliseconds, hold)
        )
    }

    private static func encoded(_ fields: [(name: String, value: String?)]) -> String {
        fields.compactMap { field in
            field.value.map { "\(PercentEncoding.encode(field.name))=\(PercentEncoding.encode($0))" }
        }.joined(separator: "&")
    }
}
