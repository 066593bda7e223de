package import ChavePixModel
package import ChaveWire

/// One row of an interface's table: the handler of an address, and all facts about it that a caller may know.
///
/// The server checks the query with `query` and the body with `body` before a handler decides anything. The OpenAPI
/// document uses the same row. Each parameter, limit and status therefore has only one definition.
package struct Route<API: RoutedInterface>: Sendable {
    package let method: String
    /// The path's template, in which a segment in braces matches any text.
    package let template: String
    package let access: API.Access
    package var text: RouteText
    /// Every parameter that the query may hold.
    package let query: [Field]
    package var body: RouteBody?
    package var answer: RouteAnswer
    /// The refusals of the use case itself; the other refusals follow from the row.
    package let ownRefusals: [API.Refusal]
    /// Whether `Prefer: wait` holds the answer until there is another one.
    package var isWaiting: Bool
    package var terms: API.Terms
    package let work: Work

    package typealias Handler = @Sendable (API.Context) async throws -> ServerAnswer
    package typealias HoldingHandler = @Sendable (API.Context) throws -> HeldAnswer

    /// The work that answers a request.
    package enum Work: Sendable {
        case atOnce(Handler)
        /// The server looks up the answer again after each wait, and holds no task in between.
        case held(HoldingHandler)
    }

    package init(
        _ method: String,
        _ template: String,
        for access: API.Access,
        _ text: RouteText,
        query: [Field] = [],
        takes body: RouteBody? = nil,
        answers answer: RouteAnswer,
        refuses ownRefusals: [API.Refusal] = [],
        isWaiting: Bool = false,
        terms: API.Terms,
        _ work: Work
    ) {
        self.method = method
        self.template = template
        self.access = access
        self.text = text
        self.query = query
        self.body = body
        self.answer = answer
        self.ownRefusals = ownRefusals
        self.isWaiting = isWaiting
        self.terms = terms
        self.work = work
    }

    /// The names of the segments in braces.
    package var parameterNames: [String] { RoutePath.names(in: template) }

    /// The tables of the request body and the answer.
    package var schemas: [Schema] { [body?.schema, answer.content.schema].compactMap(\.self) }
}

/// A route's name, and a description of its work.
package struct RouteText: Sendable {
    /// The operation's unique name in the document and in generated clients; empty when the document leaves it out.
    package let name: String
    /// A summary in one line.
    package let summary: String
    /// Details for callers, in whole sentences; may be empty.
    package let details: String

    /// The text of a row that the document leaves out.
    package static let undocumented = RouteText("", "")

    package var isDocumented: Bool { !name.isEmpty }

    package init(_ name: String, _ summary: String, more details: String = "") {
        self.name = name
        self.summary = summary
        self.details = details
    }
}

/// The body that a route reads.
package struct RouteBody: Sendable {
    package enum Kind: Sendable {
        case json
        /// `application/x-www-form-urlencoded`.
        case form
    }

    package let kind: Kind
    package let schema: Schema
    /// Whether the request may have no body.
    package let isOptional: Bool
    /// The body's own decoder, for code that checks that an example is valid.
    package let decode: @Sendable (JSONValue, SchemaContext) throws(FieldErrors) -> Void

    package init(
        _ kind: Kind,
        _ schema: Schema,
        isOptional: Bool = false,
        decode: @escaping @Sendable (JSONValue, SchemaContext) throws(FieldErrors) -> Void = { _, _ in }
    ) {
        self.kind = kind
        self.schema = schema
        self.isOptional = isOptional
        self.decode = decode
    }

    package static func body<Message: APIRequest>(_ type: Message.Type) -> RouteBody {
        message(type, isOptional: false)
    }

    /// An empty body is read as an empty object.
    package static func optionalBody<Message: APIRequest>(_ type: Message.Type) -> RouteBody {
        message(type, isOptional: true)
    }

    private static func message<Message: APIRequest>(_ type: Message.Type, isOptional: Bool) -> RouteBody {
        RouteBody(.json, Message.schema, isOptional: isOptional) { json, context throws(FieldErrors) in
            _ = try Message(json: json, in: context)
        }
    }
}

/// The successful answer of a route.
package struct RouteAnswer: Sendable {
    package var status: Int
    package var content: Content
    /// The condition for a 200 instead of a 201, as a sentence; `nil` when there is none.
    package private(set) var existing: String?
    /// Whether the answer carries the object's version as its `ETag`.
    package private(set) var isVersioned = false

    package enum Content: Sendable {
        case none
        /// A message with its table and its own decoder.
        case json(Schema, decode: @Sendable (JSONValue) throws(FieldErrors) -> Void)
        /// Content without a table, by its media type.
        case other(mediaType: String)
    }
}

extension RouteAnswer.Content {
    /// The media type of the content; `nil` for an answer without content.
    package var mediaType: String? {
        switch self {
        case .none: nil
        case .json: "application/json"
        case .other(let mediaType): mediaType
        }
    }

    /// The table of the content; `nil` when there is none.
    package var schema: Schema? {
        guard case .json(let schema, _) = self else { return nil }
        return schema
    }

    package static func message<Message: APIMessage>(_ type: Message.Type) -> Self {
        .json(Message.schema) { json throws(FieldErrors) in _ = try Message(json: json) }
    }

    /// An object that matches a table and has no Swift type of its own.
    package static func object(_ schema: Schema) -> Self {
        .json(schema) { json throws(FieldErrors) in try schema.check(json) }
    }
}

extension RouteAnswer {
    package init(status: Int = 200, _ content: Content) {
        self.status = status
        self.content = content
    }

    package static func ok<Message: APIMessage>(_ type: Message.Type) -> RouteAnswer { RouteAnswer(.message(type)) }

    package static func created<Message: APIMessage>(
        _ type: Message.Type,
        orOK existing: String? = nil
    ) -> RouteAnswer {
        var answer = RouteAnswer(status: 201, .message(type))
        answer.existing = existing
        return answer
    }

    package var versioned: RouteAnswer {
        var answer = self
        answer.isVersioned = true
        return answer
    }

    /// One page of a list.
    package static func page<Message: APIMessage>(of type: Message.Type) -> RouteAnswer {
        RouteAnswer(.message(ResourceList<Message>.self))
    }

    package static func document(_ mediaType: String) -> RouteAnswer { RouteAnswer(.other(mediaType: mediaType)) }

    package static let noContent = RouteAnswer(status: 204, .none)
}
