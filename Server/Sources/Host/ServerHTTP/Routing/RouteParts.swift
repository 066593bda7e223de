import ChavePixModel
import ChaveWire

extension Route {
    /// Where a route answers, and whom.
    struct Place: Sendable {
        let method: String
        /// Segments below the table's prefix; one in braces takes any text.
        let template: String
        let access: Access

        static func get(_ template: String, for access: Access) -> Place { Place("GET", template, access) }
        static func post(_ template: String, for access: Access) -> Place { Place("POST", template, access) }
        static func patch(_ template: String, for access: Access) -> Place { Place("PATCH", template, access) }
        static func delete(_ template: String, for access: Access) -> Place { Place("DELETE", template, access) }

        private init(_ method: String, _ template: String, _ access: Access) {
            self.method = method
            self.template = template
            self.access = access
        }
    }

    enum Access: Sendable {
        case open
        /// Nobody has to say who calls; a device that has a secret sends it.
        case openToDevice
        /// HTTP Basic with API keys.
        case merchant
        /// HTTP Basic, or a device's token with its secret.
        case merchantOrDevice
    }

    /// What a route is called, and what it does in words for people.
    struct Text: Sendable {
        /// The operation's name in the document and in generated clients; unique.
        let name: String
        let section: RouteSection
        /// One line.
        let summary: String
        /// What else a caller must know, in whole sentences; may be empty.
        let details: String

        static func text(
            _ name: String,
            _ section: RouteSection,
            _ summary: String,
            more details: String = ""
        ) -> Text {
            Text(name: name, section: section, summary: summary, details: details)
        }
    }
}

/// The chapters of the documentation, in its order.
enum RouteSection: String, Sendable, CaseIterable {
    case tokens = "Tokens"
    case institutions = "Institutions"
    case customers = "Customers"
    case bankAccounts = "Bank accounts"
    case enrollments = "Enrollments"
    case paymentIntents = "Payment intents"
    case charges = "Charges"
    case apps = "Apps"
    case apiKeys = "API keys"
    case webhooks = "Webhooks"
    case documents = "Documents"

    /// One sentence for people.
    var summary: String {
        switch self {
        case .tokens: "What a merchant's server fetches for one device."
        case .institutions: "The banks whose holders can pay by biometrics."
        case .customers: "The payers of the organisation."
        case .bankAccounts: "The accounts that receive the money."
        case .enrollments: "The tie between a device, a payer and an account at a bank."
        case .paymentIntents: "What a merchant asks a payer for."
        case .charges: "The attempts to collect a payment intent."
        case .apps: "The organisation's apps and where banks may send people back to."
        case .apiKeys: "The organisation's keys for this API."
        case .webhooks: "What the organisation is told, and where."
        case .documents: "What the server says of itself."
        }
    }
}

/// The JSON body that a route reads.
struct RouteBody: Sendable {
    let schema: Schema
    /// Whether an empty body is read as an empty object.
    let isOptional: Bool
    /// The body's own decoder, for whoever must know that an example is one.
    let decode: @Sendable (JSONValue, SchemaContext) throws(FieldErrors) -> Void

    private init<Message: APIRequest>(_ type: Message.Type, isOptional: Bool) {
        schema = Message.schema
        self.isOptional = isOptional
        decode = { json, context throws(FieldErrors) in _ = try Message(json: json, in: context) }
    }

    static func body<Message: APIRequest>(_ type: Message.Type) -> RouteBody { RouteBody(type, isOptional: false) }

    static func optionalBody<Message: APIRequest>(_ type: Message.Type) -> RouteBody {
        RouteBody(type, isOptional: true)
    }
}

/// What a route answers when all is well.
struct RouteAnswer: Sendable {
    let status: Int
    let content: Content
    /// When a 201 is a 200 instead, as a sentence; `nil` where it never is.
    private(set) var existing: String?
    /// Whether the object's version comes with it as its `ETag`.
    private(set) var isVersioned = false

    enum Content: Sendable {
        case none
        /// A message, by its table and its own decoder.
        case json(Schema, decode: @Sendable (JSONValue) throws(FieldErrors) -> Void)
        /// Something that has no table, by its media type.
        case other(mediaType: String)

        /// `nil` where nothing is answered.
        var mediaType: String? {
            switch self {
            case .none: nil
            case .json: "application/json"
            case .other(let mediaType): mediaType
            }
        }

        static func message<Message: APIMessage>(_ type: Message.Type) -> Content {
            .json(Message.schema) { json throws(FieldErrors) in _ = try Message(json: json) }
        }
    }

    static func ok<Message: APIMessage>(_ type: Message.Type) -> RouteAnswer {
        RouteAnswer(status: 200, content: .message(type))
    }

    static func created<Message: APIMessage>(_ type: Message.Type, orOK existing: String? = nil) -> RouteAnswer {
        RouteAnswer(status: 201, content: .message(type), existing: existing)
    }

    var versioned: RouteAnswer {
        var answer = self
        answer.isVersioned = true
        return answer
    }

    /// One page of a list; the route's query begins with `Paging.fields`.
    static func page<Message: APIMessage>(of type: Message.Type) -> RouteAnswer {
        RouteAnswer(status: 200, content: .message(ResourceList<Message>.self))
    }

    static func document(_ mediaType: String) -> RouteAnswer {
        RouteAnswer(status: 200, content: .other(mediaType: mediaType))
    }

    static let noContent = RouteAnswer(status: 204, content: .none)
}
