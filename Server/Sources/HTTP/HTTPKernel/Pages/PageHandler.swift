import ChaveBase
import ChavePixModel

/// Pages for people, beside the API.
public protocol PageHandler: Sendable {
    /// What is known of a page by its address alone; `nil` when there is none at the path.
    func claim(of request: ServerRequest) -> PageClaim?

    /// Asked for what it claimed, once that has its place.
    func answer(_ request: ServerRequest) async -> ServerAnswer
}

/// What the limits and the log know of a page before it is made.
public struct PageClaim: Hashable, Sendable {
    /// Which pages it is one of, never which one.
    public var route: String
    public var kind: Admission.Class
    /// Whether something is kept for whoever asks, before anybody has proven anything.
    public var opens: Bool

    public init(route: String, kind: Admission.Class, opens: Bool = false) {
        self.route = route
        self.kind = kind
        self.opens = opens
    }
}
