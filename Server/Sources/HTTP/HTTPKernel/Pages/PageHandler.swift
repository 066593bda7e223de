import ChaveBase
import ChavePixModel

/// Pages for people, beside the API.
public protocol PageHandler: Sendable {
    /// The path of the first page; `nil` when the handler has none.
    var home: String? { get }

    /// The facts about a page that its address alone gives; `nil` when there is no page at the path.
    func claim(of request: ServerRequest) -> PageClaim?

    /// Answers a request that the handler claimed, once the request has its place.
    func answer(_ request: ServerRequest) async -> ServerAnswer
}

extension PageHandler {
    /// No first page.
    public var home: String? { nil }
}

/// The facts about a page that the limits and the log use before the page is made.
public struct PageClaim: Hashable, Sendable {
    /// The group of the page, never the page itself.
    public var route: String
    public var kind: Admission.Class
    /// Whether the page stores something for a visitor who has not proven anything yet.
    public var opens: Bool

    public init(route: String, kind: Admission.Class, opens: Bool = false) {
        self.route = route
        self.kind = kind
        self.opens = opens
    }
}
