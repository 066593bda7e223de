public import ChaveBase

/// The table of one message: its fields in wire order, with all that the decoder and the OpenAPI document must know.
///
/// There is no second place for a limit: changing one here changes what is answered with 400.
public struct Schema: Hashable, Sendable {
    /// The name of the component in the OpenAPI document.
    public let name: String
    /// One sentence for people.
    public let summary: String
    /// In the order in which they are written.
    public let fields: [Field]
    /// Members that such an object has elsewhere and that must not be sent here, where ignoring them would mislead.
    public let refused: [String]

    /// A name of its own, a sentence for the reference, the fields, and what must not be sent.
    public init(_ name: String, _ summary: String, _ fields: [Field], refusing refused: [String] = []) {
        self.name = name
        self.summary = summary
        self.fields = fields
        self.refused = refused
    }

    /// The field of that name; `nil` where there is none.
    public subscript(field name: String) -> Field? { fields.first { $0.name == name } }
}

/// One member of a message.
public struct Field: Hashable, Sendable {
    /// When the member must be there.
    public enum Presence: Hashable, Sendable {
        /// It must be there.
        case required
        /// It may be left out.
        case optional
        /// Required when the condition holds, optional otherwise.
        case requiredWhen(Condition)
    }

    /// What a value must agree with, beside its own type.
    public enum Agreement: Hashable, Sendable {
        /// The same text as the sibling's.
        case sameText(as: String)
        /// `CPF` or `CNPJ`, as the number in the sibling is.
        case kind(ofIdentifier: String)
    }

    /// The member's name in JSON.
    public let name: String
    /// What it may hold.
    public let type: FieldType
    /// Whether it may be left out.
    public let presence: Presence
    /// Whether `null` is taken; in requests it then means the same as leaving the member out, unless the summary says
    /// that it removes something.
    public let isNullable: Bool
    /// Siblings that must not be there together with this one.
    public let excludes: [String]
    /// What it must agree with; `nil` for nothing.
    public let agreement: Agreement?
    /// One sentence for people.
    public let summary: String

    /// Name, type, presence, what is special, and a sentence for the reference.
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

/// When a field that is not always required is.
public enum Condition: Hashable, Sendable {
    /// The device runs one of these.
    case onPlatforms([DevicePlatform])
    /// The text at that path below the same object is one of these.
    case value(at: [String], isOneOf: [String])
    /// The sibling is not there, or `null`.
    case without(String)
    /// Only the authenticator built into the device may be used.
    case onlyPlatformAuthenticator

    /// The condition in words, after "required".
    public var summary: String {
        switch self {
        case .onPlatforms(let platforms): "on \(platforms.map(\.rawValue).joined(separator: " and "))"
        case .value(let path, let values):
            "when \(path.joined(separator: ".")) is \(values.joined(separator: " or "))"
        case .without(let name): "without \(name)"
        case .onlyPlatformAuthenticator: "unless the platform is BROWSER"
        }
    }
}

/// What the rules of a message depend on beside the message itself.
public struct SchemaContext: Hashable, Sendable {
    /// The platform of the device that the message is about, as far as it is known.
    public var platform: DevicePlatform?
    /// Whether a security key or another device's passkey will do: only for enrollments with platform BROWSER.
    public var allowsCrossPlatform: Bool
    /// Which callback URLs are taken.
    public var callbackRules: CallbackURL.Rules
    /// Today in UTC, where the reader knows it: dates of the past are compared with it.
    public var today: CalendarDate?

    /// The strictest context, unless said otherwise.
    public init(
        platform: DevicePlatform? = nil,
        allowsCrossPlatform: Bool = false,
        callbackRules: CallbackURL.Rules = .production
    ) {
        self.platform = platform
        self.allowsCrossPlatform = allowsCrossPlatform
        self.callbackRules = callbackRules
    }

    /// Whether a day has come, or comes tomorrow: east of Greenwich it is tomorrow already.
    func hasCome(_ day: CalendarDate) -> Bool { today.map { day.daysSince1970 <= $0.daysSince1970 + 1 } ?? true }
}
