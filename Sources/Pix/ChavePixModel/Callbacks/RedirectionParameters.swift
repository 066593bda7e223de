public import ChaveBase
import ChaveWire

/// The parameters that the bank sends back with the person: a code, or the reason why there is none.
///
/// The description is redacted: anybody who has `code` and `state` could act in the person's place.
public struct RedirectionParameters: Hashable, Sendable, Redacted {
    /// The outcome of the visit at the bank.
    public enum Outcome: Hashable, Sendable, Redacted {
        /// The person agreed.
        case approved(code: String, idToken: String)
        /// The person or the bank refused, with OAuth's error code and description.
        case refused(error: String, description: String?)
    }

    /// The state from the callback, at most 512 characters.
    public var state: String
    /// The outcome of the visit at the bank.
    public var outcome: Outcome

    /// Parameters that other code has already taken out of the callback.
    public init(state: String, outcome: Outcome) {
        self.state = state
        self.outcome = outcome
    }

    /// The fields of these parameters in the tables of requests.
    public static let fields: [Field] = [
        Field("state", .text(longest: 512, .token), .required, "As the callback brought it."),
        Field("code", .text(longest: 4_096, .token), .requiredWhen(.without("error")), "As the callback brought it."),
        Field(
            "id_token",
            .text(longest: 16_384, .token),
            .requiredWhen(.without("error")),
            "As the callback brought it."
        ),
        Field(
            "error",
            .text(longest: 255),
            .optional,
            excludes: ["code", "id_token"],
            "As the callback brought it, in place of code and id_token."
        ),
        Field("error_description", .text(longest: 4_096, .anyText), .optional, "As the callback brought it."),
    ]

    static let schema = Schema("RedirectionParameters", "The parameters of a callback, as they came.", fields)

    /// Reads parameters that the table has already checked.
    init(checked reader: FieldReader) throws(FieldErrors) {
        state = try reader.read("state")
        if let error: String = reader.find("error") {
            outcome = .refused(error: error, description: reader.find("error_description"))
        } else {
            outcome = .approved(code: try reader.read("code"), idToken: try reader.read("id_token"))
        }
    }

    /// The parameters in the order in which a bank appends them and a request carries them.
    public var items: [QueryItem] {
        switch outcome {
        case .approved(let code, let idToken):
            return [
                QueryItem(name: "state", value: state), QueryItem(name: "code", value: code),
                QueryItem(name: "id_token", value: idToken),
            ]
        case .refused(let error, let description):
            let items = [QueryItem(name: "state", value: state), QueryItem(name: "error", value: error)]
            return items + (description.map { [QueryItem(name: "error_description", value: $0)] } ?? [])
        }
    }
}

extension RedirectionParameters {
    /// Reads the parameters from the query and the fragment of the URL that the bank called.
    ///
    /// A repeated parameter, in either place, is refused: two readers could use different values. Parameters with other
    /// names are ignored.
    public init(callback url: String) throws(FieldErrors) {
        guard url.utf8.count <= RedirectionParameters.longestCallback else {
            throw RedirectionParameters.unreadable(
                .tooLong,
                "Hand over the URL that the bank called; this is too long."
            )
        }
        let bytes = Array(url.utf8)[...]
        let beforeFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
        let query = beforeFragment.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        let fragment = bytes.dropFirst(beforeFragment.count + 1)
        guard let queryItems = QueryItem.items(query), let fragmentItems = QueryItem.items(fragment) else {
            throw RedirectionParameters.unreadable(.invalid, "Hand over the URL that the bank called, unchanged.")
        }
        var object = JSONObject()
        for item in queryItems + fragmentItems where RedirectionParameters.schema[field: item.name] != nil {
            guard object[item.name] == nil else {
                throw FieldErrors(
                    FieldError(code: .invalid, field: item.name, message: "Send this parameter once, not twice.")
                )
            }
            object[item.name] = .string(item.value)
        }
        try RedirectionParameters.schema.check(.object(object))
        try self.init(checked: FieldReader(.object(object)))
    }

    private static func unreadable(_ code: ErrorCode, _ message: String) -> FieldErrors {
        FieldErrors(FieldError(code: code, field: "", message: message))
    }

    /// The maximum length in bytes: an id token is the longest part, and no browser carries more.
    private static let longestCallback = 65_536
}
