import ChaveBase
import ChavePixModel
import PaymentsCore

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

extension APIServer {
    /// A page has its place like any request; what it asks of the API itself stands within it.
    func page(
        _ claim: PageClaim,
        by pages: any PageHandler,
        for request: ServerRequest,
        record: inout Record
    ) async -> ServerAnswer {
        record.route = claim.route
        record.isHeldPage = claim.kind == .waiting
        do throws(APIFailure) {
            if case .withoutRoom = request.body { throw .busy }
            let place = try admission.enterPage(
                claim.kind,
                opens: claim.opens,
                as: Waiter(request),
                at: world.now()
            )
            defer { admission.leave(place) }
            return await pages.answer(request)
        } catch {
            record.errorCode = error.items.first?.code.rawValue
            return CrowdedPage(failure: error, request: request).answer
        }
    }
}
