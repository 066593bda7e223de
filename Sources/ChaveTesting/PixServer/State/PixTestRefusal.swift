import ChavePixModel
import ChaveTransport
import ChaveWire

/// A refusal, before it has a request id.
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
    static let tokenNotValid = PixTestRefusal(
        401,
        .tokenNotValid,
        "The token is broken, expired or revoked. Get a fresh one from your server."
    )
    static let authenticationFailed = PixTestRefusal(401, .authenticationFailed, "Send an access token as Bearer.")

    static func conflict(_ message: String) -> PixTestRefusal { PixTestRefusal(409, .conflict, message) }

    static func field(_ code: ErrorCode, _ field: String, _ message: String) -> PixTestRefusal {
        PixTestRefusal(400, code, message, field: field)
    }
}
