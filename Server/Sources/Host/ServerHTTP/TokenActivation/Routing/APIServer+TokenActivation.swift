import ChaveBase
import PaymentsCore
import SignInCore
import TokenActivationCore

extension APIServer {
    /// The same server with the addresses at which a card becomes active in a wallet.
    package func with(tokenActivation: TokenActivationAPI) -> APIServer {
        var server = self
        server.tokenActivation = tokenActivation
        return server
    }

    /// Answers what the table knows, and refusals of every kind as problem documents (RFC 9457).
    func answer(
        _ match: ActivationMatch,
        of api: TokenActivationAPI,
        to request: ServerRequest,
        requestID: String,
        record: inout Record
    ) async -> ServerAnswer {
        record.route = match.template
        do {
            return try await admitted(match, of: api, request)
        } catch {
            let problem = Problem(anything: error, freshSeconds: api.settings.freshSeconds)
            record.errorCode = problem.code.rawValue
            let tried = request.header("authorization")?.split(separator: " ").first
            var answer = problem.answer(baseURL: api.settings.baseURL, requestID: requestID, tried: tried)
            if case .otherMethods(_, let methods) = match {
                answer.headers.append(("Allow", methods.joined(separator: ", ")))
            }
            if case .overdue = request.body { answer.headers.append(("Connection", "close")) }
            return answer
        }
    }

    private func admitted(
        _ match: ActivationMatch,
        of api: TokenActivationAPI,
        _ request: ServerRequest
    ) async throws -> ServerAnswer {
        try request.requireArrived()
        switch match {
        case .nothing: throw Problem(.notFound)
        case .otherMethods: throw Problem(.methodNotAllowed)
        case .route(let route, let parameters):
            guard Acceptance(of: request).takes(route.text.answer.mediaType) else { throw Problem(.notAcceptable) }
            let place = try place(for: request, as: route.kind)
            defer { admission.leave(place) }
            switch route.handler {
            case .open(let handler):
                try route.requireKnownQuery(of: request)
                guard let answer = handler(request, parameters) else { throw Problem(.notFound) }
                return answer
            case .holder(let handler):
                let session = try await session(of: request, by: api)
                try route.requireKnownQuery(of: request)
                if let attempt = route.attempt { try admit(attempt, of: session) }
                // Whoever sends a payload is in the audit with it, however large it is.
                if case .tooLarge = request.body, !route.text.takesPayload { throw Problem(.requestTooLarge) }
                return try await handler(
                    ActivationContext(request: request, parameters: parameters, session: session)
                )
            }
        }
    }

    /// Before anything is tried, and so before anything of it is kept.
    private func admit(_ attempt: Admission.CardAttempt, of session: HolderSession) throws(APIFailure) {
        let app = Admission.CardApp(
            tenant: session.holder.tenant,
            user: session.holder.user,
            client: session.client
        )
        try admission.admit(attempt, of: app, at: world.now())
    }

    /// Who asks; whoever has sent many tokens that do not count is not heard for a while, as on the rest of the server.
    private func session(of request: ServerRequest, by api: TokenActivationAPI) async throws -> HolderSession {
        let now = world.now()
        try admission.mayBeHeard(from: request.client, at: now)
        do {
            return try await api.session(of: request)
        } catch let refusal as OAuthError where refusal.status == 401 {
            admission.noteRefusal(from: request.client, at: now)
            throw refusal
        }
    }
}

extension ServerRequest {
    /// - Throws: what there is to say of a request that did not come whole; a body that is too large is told to holders alone.
    fileprivate func requireArrived() throws {
        switch body {
        case .bytes, .tooLarge: break
        case .overdue: throw Problem(.requestOverdue)
        case .withoutRoom: throw APIFailure.busy
        }
        guard headersSize <= ServerRequest.largestHeaders else { throw Problem(.headersTooLarge) }
        guard !isTargetTooLong else { throw Problem(.addressTooLong) }
    }
}
