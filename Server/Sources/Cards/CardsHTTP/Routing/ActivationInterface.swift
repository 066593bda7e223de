import ChaveBase
import ChavePixModel
package import HTTPKernel
import SignInModel
package import TokenActivationCore

extension TokenActivationAPI: RoutedInterface {
    package typealias Access = ActivationAccess
    package typealias Terms = ActivationTerms
    package typealias Refusal = ProblemCode
    package typealias Proven = HolderSession?
    package typealias Context = ActivationContext

    static func table(_ rows: [ActivationRoute]) -> RouteTable<TokenActivationAPI> {
        RouteTable(rows, .asWritten) { row in [(label: row.template, path: row.template)] }
    }

    private static let others = ["/openapi-app2app.json", "/problems/"]

    package func isNear(_ request: ServerRequest) -> Bool {
        ownPlace(of: request) != nil || TokenActivationAPI.others.contains(where: request.path.hasPrefix)
    }

    package func ownPlace(of request: ServerRequest) -> String? {
        let prefix = TokenActivationAPI.prefix
        return request.path == prefix || request.path.hasPrefix("\(prefix)/") ? prefix : nil
    }

    package func admissionClass(of call: RouteCall<TokenActivationAPI>) -> Admission.Class { call.row.terms.kind }

    /// The holder who sends the request.
    ///
    /// A client address that has sent many invalid tokens is refused for a while.
    package func caller(
        of call: RouteCall<TokenActivationAPI>,
        in place: inout Places.Place
    ) async throws -> HolderSession? {
        guard call.row.access == .holder else { return nil }
        let (request, admission, now) = (call.request, call.asked.admission, call.asked.world.now())
        try admission.mayBeHeard(from: request.client, at: now)
        do {
            return try await session(of: request)
        } catch let refusal as OAuthError where refusal.status == 401 {
            admission.noteRefusal(from: request.client, at: now)
            throw refusal
        }
    }

    package func context(
        of call: RouteCall<TokenActivationAPI>,
        by session: HolderSession?
    ) throws -> ActivationContext {
        _ = try QueryParameters(call.request.query, table: call.row.query)
        if let session {
            if let attempt = call.row.terms.attempt { try admit(attempt, of: session, on: call) }
            // The audit records the sender of every payload, so an oversized payload still reaches its handler.
            if !call.row.terms.takesPayload { try call.request.requireSmallBody() }
        }
        return ActivationContext(call: call, provenSession: session)
    }

    /// Counts the attempt before the handler runs, so before anything about it is stored.
    private func admit(
        _ attempt: Admission.CardAttempt,
        of session: HolderSession,
        on call: RouteCall<TokenActivationAPI>
    ) throws(APIFailure) {
        let app = Admission.CardApp(
            tenant: session.holder.tenant,
            user: session.holder.user,
            client: session.client
        )
        try call.asked.admission.admit(attempt, of: app, at: call.asked.world.now())
    }

    /// Refusals of every kind are problem documents (RFC 9457).
    package func refusal(
        _ error: any Error,
        to asked: Asked,
        on call: RouteCall<TokenActivationAPI>?
    ) -> Settled {
        let problem = Problem(anything: error, freshSeconds: settings.freshSeconds)
        let tried = asked.request.header("authorization")?.split(separator: " ").first
        var answer = problem.answer(baseURL: settings.baseURL, requestID: asked.requestID, tried: tried)
        if case .overdue = asked.request.body { answer.headers.append(("Connection", "close")) }
        return Settled(answer, errorCode: problem.code.rawValue)
    }
}

extension APIServer {
    /// The same server with the addresses at which a card becomes active in a wallet.
    package func with(tokenActivation: TokenActivationAPI) -> APIServer { with(tokenActivation as any Interface) }
}
