public import ChaveWire

/// One element of the array that every refusal of the Payments API is answered with.
public struct APIErrorItem: Hashable, Sendable {
    /// Names the request in the server's log, at most 64 characters.
    public var requestID: String
    /// The kind of error, for programs.
    public var code: ErrorCode
    /// What to do, at most 2,000 characters.
    public var message: String
    /// The dotted path of the field that the error is about, if it is about one.
    public var field: String?

    /// One error of an answer; `field` is `nil` for the message as a whole.
    public init(requestID: String, code: ErrorCode, message: String, field: String? = nil) {
        self.requestID = requestID
        self.code = code
        self.message = message
        self.field = field
    }

    /// What a table found, for an answer.
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
    /// The table of its members, from which the OpenAPI document is made.
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

    /// The error as a member of an answer's list.
    public var json: JSONValue {
        var object = JSONObject()
        object["request_id"] = .string(requestID)
        object["code"] = .string(code.rawValue)
        object["message"] = .string(message)
        object["field"] = field.map(JSONValue.string)
        return .object(object)
    }

    /// Reads one item, taking what is there: an error answer must not hide behind another error.
    ///
    /// `nil` when `json` is not an object with a `code`.
    public init?(lenient json: JSONValue) {
        guard let code = json["code"]?.string else { return nil }
        self.init(
            requestID: json["request_id"]?.string ?? "",
            code: ErrorCode(rawValue: code),
            message: json["message"]?.string ?? "",
            field: json["field"]?.string
        )
    }

    /// The items of an error answer's body; empty when the body is something else, such as a proxy's page.
    public static func items(of json: JSONValue) -> [APIErrorItem] {
        (json.array ?? []).compactMap(APIErrorItem.init(lenient:))
    }
}
