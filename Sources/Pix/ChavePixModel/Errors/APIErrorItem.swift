public import ChaveWire

/// One error in the array that the Payments API returns with every refusal.
public struct APIErrorItem: Hashable, Sendable {
    /// The id of the request in the server's log, at most 64 characters.
    public var requestID: String
    /// The kind of error, for programs.
    public var code: ErrorCode
    /// Advice for the developer, at most 2,000 characters.
    public var message: String
    /// The dotted path of the wrong field; `nil` when the error is about no field.
    public var field: String?

    /// One error of an answer; `field` is `nil` for the message as a whole.
    public init(requestID: String, code: ErrorCode, message: String, field: String? = nil) {
        self.requestID = requestID
        self.code = code
        self.message = message
        self.field = field
    }

    /// The error of a table check, for an error response.
    public init(_ error: FieldError, requestID: String) {
        self.init(
            requestID: requestID,
            code: error.code,
            message: error.message,
            field: error.field.isEmpty ? nil : error.field
        )
    }
}

extension APIErrorItem {
    /// The table of the members, and the source of the OpenAPI document.
    public static let schema = Schema(
        "Error",
        "One thing that is wrong.",
        [
            .always("request_id", .text(longest: 64), "Names the request in the server's log."),
            .always("code", .enumeration(ErrorCode.all.map(\.rawValue), .open), "The kind of error, for programs."),
            .always("message", .text(longest: 2_000), "What to do."),
            Field("field", .text(longest: 255), .optional, "The dotted path of the field that is wrong."),
        ]
    )

    /// The error as JSON, one element of the response's array.
    public var json: JSONValue {
        var object = JSONObject()
        object["request_id"] = .string(requestID)
        object["code"] = .string(code.rawValue)
        object["message"] = .string(message)
        object["field"] = field.map(JSONValue.string)
        return .object(object)
    }

    /// Reads one item leniently: one unreadable member must not hide the error.
    ///
    /// The result is `nil` when `json` is not an object with a `code`.
    public init?(lenient json: JSONValue) {
        guard let code = json["code"]?.string else { return nil }
        self.init(
            requestID: json["request_id"]?.string ?? "",
            code: ErrorCode(rawValue: code),
            message: json["message"]?.string ?? "",
            field: json["field"]?.string
        )
    }

    /// The items of an error response's body; empty for another body, such as a proxy's page.
    public static func items(of json: JSONValue) -> [APIErrorItem] {
        (json.array ?? []).compactMap(APIErrorItem.init(lenient:))
    }
}
