public import ChaveBase

/// The table of one message: its fields in wire order, with all facts for the decoder and the OpenAPI document.
///
/// No other place has a limit: a change here changes the requests that get status 400.
public struct Schema: Hashable, Sendable {
    /// The name of the component in the OpenAPI document.
    public let name: String
    /// One sentence for people.
    public let summary: String
    /// The fields in the order in which they are written.
    public let fields: [Field]
    /// Members of such an object in other messages, which must not be sent here: to ignore them would mislead the
    /// caller.
    public let refused: [String]

    /// A table with its own name, a sentence for the reference, the fields, and the members to refuse.
    public init(_ name: String, _ summary: String, _ fields: [Field], refusing refused: [String] = []) {
        self.name = name
        self.summary = summary
        self.fields = fields
        self.refused = refused
    }

    /// The field of that name; `nil` when there is none.
    public subscript(field name: String) -> Field? { fields.first { $0.name == name } }
}

/// One member of a message.
public struct Field: Hashable, Sendable {
    /// The presence that a member needs.
    public enum Presence: Hashable, Sendable {
        /// The member must be present.
        case required
        /// The member may be left out.
        case optional
        /// The member is required when the condition holds, and optional otherwise.
        case requiredWhen(Condition)
    }

    /// A rule that ties the value to a sibling.
    public enum Agreement: Hashable, Sendable {
        /// The value has the same text as the sibling.
        case sameText(as: String)
        /// The value is `CPF` or `CNPJ`, matching the number in the sibling.
        case kind(ofIdentifier: String)
    }

    /// The member's name in JSON.
    public let name: String
    /// The member's type.
    public let type: FieldType
    /// The presence that the member needs.
    public let presence: Presence
    /// Whether `null` is accepted.
    ///
    /// In a request, `null` means the same as leaving the member out, unless the summary tells that it removes
    /// something.
    public let isNullable: Bool
    /// Siblings that must not be present together with this member.
    public let excludes: [String]
    /// The rule that ties the value to a sibling; `nil` for none.
    public let agreement: Agreement?
    /// One sentence for people.
    public let summary: String

    /// A field with its name, type, presence, special rules, and a sentence for the reference.
    public init(
        _ name: String,
        _ type: FieldType,
        _ presence: Presence,
        isNullable: Bool? = nil,
        excludes: [String] = [],
        agreement: Agreement? = nil,
        _ summary: String
    ) {
        self.name = name
        self.type = type
        self.presence = presence
        self.isNullable = isNullable ?? (presence != .required)
        self.excludes = excludes
        self.agreement = agreement
        self.summary = summary
    }
}

/// The condition under which a field is required.
public enum Condition: Hashable, Sendable {
    /// The device has one of these platforms.
    case onPlatforms([DevicePlatform])
    /// The text at that path below the same object is one of these values.
    case value(at: [String], isOneOf: [String])
    /// The sibling is absent or `null`.
    case without(String)
    /// All of these siblings are absent or `null`.
    case withoutAll([String])
    /// Only the authenticator built into the device may be used.
    case onlyPlatformAuthenticator

    /// The condition in words, after "required".
    public var summary: String {
        switch self {
        case .onPlatforms(let platforms): "on \(platforms.map(\.rawValue).joined(separator: " and "))"
        case .value(let path, let values):
            "when \(path.joined(separator: ".")) is \(values.joined(separator: " or "))"
        case .without(let name): "without \(name)"
        case .withoutAll(let names): "without one of \(names.joined(separator: ", "))"
        case .onlyPlatformAuthenticator: "unless the platform is BROWSER"
        }
    }
}

/// The facts beside the message on which its rules depend.
public struct SchemaContext: Hashable, Sendable {
    /// The platform of the message's device; `nil` when unknown.
    public var platform: DevicePlatform?
    /// Whether a security key or another device's passkey is allowed: only for enrollments with platform BROWSER.
    public var allowsCrossPlatform: Bool
    /// The rules for callback URLs.
    public var callbackRules: CallbackURL.Rules
    /// The current day in UTC, with which past dates are compared; `nil` when the reader does not know it.
    public var today: CalendarDate?

    /// A context; the defaults are the strictest rules.
    public init(
        platform: DevicePlatform? = nil,
        allowsCrossPlatform: Bool = false,
        callbackRules: CallbackURL.Rules = .production
    ) {
        self.platform = platform
        self.allowsCrossPlatform = allowsCrossPlatform
        self.callbackRules = callbackRules
    }

    /// Whether a day has come or comes tomorrow: east of Greenwich, tomorrow may have begun; true without `today`.
    func hasCome(_ day: CalendarDate) -> Bool { today.map { day.daysSince1970 <= $0.daysSince1970 + 1 } ?? true }
}
