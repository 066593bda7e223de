import ChavePixModel
import ChaveTransport
import ChaveWire

/// A refusal without a request id yet.
struct PixTestRefusal: Error {
    let status: Int
    let items: [APIErrorItem]
    var headers: HTTPHeaders = [:]

    init(_ status: Int, _ code: ErrorCode, _ message: String, field: String? = nil) {
        self.status = status
        items = [APIErrorItem(requestID: "", code: code, message: message, field: field)]
    }

    init(_ status: Int, items: [APIErrorItem], headers: HTTPHeaders = [:]) {
        self.status = status
        self.items = items
        self.headers = headers
    }

    init(_ errors: FieldErrors) {
        status = 400
        items = errors.items.map { APIErrorItem($0, requestID: "") }
    }

    func response(requestID: String) -> HTTPResponse {
        var headers = headers
        headers["X-Request-Id"] = requestID
        headers["Content-Type"] = "application/json"
        let items = items.map { item in
            var item = item
            item.requestID = requestID
            return item.json
        }
        return HTTPResponse(status: status, headers: headers, body: JSONValue.array(items).encoded())
    }

    static let notFound = PixTestRefusal(404, .notFound, "There is no such object. Check the id.")
    static let noPath = PixTestRefusal(
        404,
        .notFound,
        "There is no such path. See the documentation for the API's paths."
    )
    static let tokenNotValid = unauthorized(
        .tokenNotValid,
        "The token is broken, expired or revoked. Get a fresh one from your server."
    )
    static let authenticationFailed = unauthorized(
        .authenticationFailed,
        "Send Authorization: Basic with your API keys, or Bearer with a widget token."
    )
    static let noDevice = unauthorized(
        .authenticationFailed,
        "The header Chave-Device is missing or is not 32 bytes in base64url. The SDK makes it once and sends it always."
    )

    static let idempotencyConflict = PixTestRefusal(
        422,
        .idempotencyConflict,
        "This Idempotency-Key was used for another request. Use a new key for a new request; the first result stands."
    )
    static let idempotencyInProgress = PixTestRefusal(
        409,
        items: [
            APIErrorItem(
                requestID: "",
                code: .idempotencyInProgress,
                message: "The first request with this Idempotency-Key is still worked on. Repeat it in a second."
            )
        ],
        headers: ["Retry-After": "1"]
    )

    private static func unauthorized(_ code: ErrorCode, _ message: String) -> PixTestRefusal {
        let item = APIErrorItem(requestID: "", code: code, message: message)
        return PixTestRefusal(401, items: [item], headers: ["WWW-Authenticate": "Basic realm=\"chave\", Bearer"])
    }

    /// The refusal of a method that an existing path does not support.
    static func methodNotAllowed(_ allowed: [HTTPMethod]) -> PixTestRefusal {
        // Each path with GET also has HEAD.
        let names = allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }.joined(separator: ", ")
        let item = APIErrorItem(requestID: "", code: .methodNotAllowed, message: "This path takes \(names).")
        return PixTestRefusal(405, items: [item], headers: ["Allow": names])
    }

    static func conflict(_ message: String) -> PixTestRefusal { PixTestRefusal(409, .conflict, message) }

    static func field(_ code: ErrorCode, _ field: String, _ message: String) -> PixTestRefusal {
        PixTestRefusal(400, code, message, field: field)
    }
}
