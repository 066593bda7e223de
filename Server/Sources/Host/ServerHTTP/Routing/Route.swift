import ChaveBase
import ChavePixModel
import PaymentsCore

/// One row of the route table: what answers a path, and all that a caller may know of it.
///
/// The query is checked with `query` and the body with `body` before `handler` decides anything, and the OpenAPI
/// document is made of the same row: there is no second place where a parameter, a limit or a status is written down.
struct Route: Sendable {
    let place: Place
    let text: Text
    /// Every parameter that the query may hold; any other one is refused.
    let query: [Field]
    /// Those of `query` that come with API keys only.
    private let merchantNames: Set<String>
    let body: RouteBody?
    let answer: RouteAnswer
    /// The errors of the use case itself; those that follow from the rest of the row are derived.
    let ownRefusals: [ErrorCode]
    /// Whether the answer is kept for a repetition with the same `Idempotency-Key`.
    let isKept: Bool
    let work: Work
    private let segments: [Substring]

    typealias Handler = @Sendable (RequestContext) async throws(APIFailure) -> ServerAnswer
    typealias HoldingHandler = @Sendable (RequestContext) throws(APIFailure) -> HeldAnswer

    /// What answers a request.
    enum Work: Sendable {
        case atOnce(Handler)
        /// `Prefer: wait` holds the answer until the object changes.
        case held(HoldingHandler)
    }

    /// A row: `query` and `body` are what the two are checked with, and what `query` does not name is refused.
    ///
    /// `merchantQuery` are the parameters that API keys may add, and a device's token may not. `refuses` names what the use case itself refuses with, beside what follows from the row (``refusals``); of a POST
    /// the answer is kept, unless `isKept` says otherwise.
    init(
        _ place: Place,
        _ text: Text,
        query: [Field] = [],
        merchantQuery: [Field] = [],
        takes body: RouteBody? = nil,
        answers answer: RouteAnswer,
        refuses ownRefusals: [ErrorCode] = [],
        isKept: Bool? = nil,
        _ handler: @escaping Handler
    ) {
        let isKept = isKept ?? (place.method == "POST")
        self.init(place, text, query, merchantQuery, body, answer, ownRefusals, isKept, .atOnce(handler))
    }

    /// A row of a read whose answer may be held.
    init(
        _ place: Place,
        _ text: Text,
        answers answer: RouteAnswer,
        refuses ownRefusals: [ErrorCode] = [],
        holds handler: @escaping HoldingHandler
    ) {
        self.init(place, text, [], [], nil, answer, ownRefusals, false, .held(handler))
    }

    private init(
        _ place: Place,
        _ text: Text,
        _ query: [Field],
        _ merchantQuery: [Field],
        _ body: RouteBody?,
        _ answer: RouteAnswer,
        _ ownRefusals: [ErrorCode],
        _ isKept: Bool,
        _ work: Work
    ) {
        self.place = place
        self.text = text
        self.query = query + merchantQuery
        merchantNames = Set(merchantQuery.map(\.name))
        self.body = body
        self.answer = answer
        self.ownRefusals = ownRefusals
        self.isKept = isKept
        self.work = work
        segments = place.template.split(separator: "/")
    }

    /// Whether `Prefer: wait` holds the answer until the object changes.
    var isWaiting: Bool {
        if case .held = work { true } else { false }
    }

    /// Whether a parameter comes with API keys only.
    func isForMerchants(_ field: Field) -> Bool { merchantNames.contains(field.name) }

    /// The names of the segments in braces.
    var parameterNames: [String] {
        segments.filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    }

    /// The parameters of `path` in the template's order; `nil` when the path is another one.
    func parameters(of path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (segment, part) in zip(segments, path) {
            if segment.first == "{" {
                parameters.append(part)
            } else if !segment.utf8.elementsEqual(part.utf8) {
                return nil
            }
        }
        return parameters
    }
}
