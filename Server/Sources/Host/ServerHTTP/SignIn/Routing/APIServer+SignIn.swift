import ChaveBase
import ChavePixModel
import PaymentsCore
import SignInCore

extension APIServer {
    /// The same server with sign-in before its pages, at `address` alone where there is one.
    package func with(signIn: SignInAPI, at address: SignInAddress? = nil) -> APIServer {
        var server = self
        server.signIn = signIn
        server.signInAddress = address
        return server
    }

    /// Answers what sign-in's table knows, refusals of every kind in sign-in's form.
    func answer(
        _ match: SignInMatch,
        of signIn: SignInAPI,
        to request: ServerRequest,
        record: inout Record
    ) async -> ServerAnswer {
        record.route = match.template
        var answer: ServerAnswer
        do {
            answer = try await admitted(match, of: signIn, request, record: &record)
        } catch {
            let refusal = OAuthError(anything: error)
            record.errorCode = refusal.code.rawValue
            answer = .refusal(refusal)
            answer.headers += match.challenges(refusal, to: request)
            if case .overdue = request.body { answer.headers.append(("Connection", "close")) }
        }
        await match.share(&answer, with: request, by: signIn.signIn)
        if case .route(let route, _, _) = match, route.isUnkept { answer.headers.append(("Pragma", "no-cache")) }
        return answer
    }

    /// The answer to a program that asked for what is nowhere below a tenant; a browser gets a page that says so.
    func nowhere(_ request: ServerRequest, record: inout Record) -> ServerAnswer? {
        guard signIn != nil, SignInMounts.isNowhere(request), !DeadLinkPage.isWanted(by: request) else { return nil }
        let refusal = OAuthError(.notFound, "There is nothing at this address.", status: 404)
        record.errorCode = refusal.code.rawValue
        var answer = ServerAnswer.refusal(refusal)
        if case .overdue = request.body { answer.headers.append(("Connection", "close")) }
        return answer
    }

    private func admitted(
        _ match: SignInMatch,
        of signIn: SignInAPI,
        _ request: ServerRequest,
        record: inout Record
    ) async throws -> ServerAnswer {
        try request.requireWhole()
        switch match {
        case .preflight(_, let methods, let preflight):
            let place = try signInPlace(for: request, as: .read)
            defer { admission.leave(place) }
            try admission.mayBeHeard(from: request.client, at: world.now())
            return await preflight.answer(methods, to: request, by: signIn.signIn)
        case .otherMethods(_, let methods):
            record.errorCode = OAuthError.Code.invalidRequest.rawValue
            return .otherMethods(methods)
        case .route(let route, _, let parameters):
            try route.requireTaken(by: request)
            let place = try signInPlace(for: request, as: route.admissionClass(request))
            defer { admission.leave(place) }
            try admission.mayBeHeard(from: request.client, at: world.now())
            let context = try SignInContext(request, route: route, parameters: parameters)
            if route.isWaiting { record.heldSeconds = context.preferredWaitSeconds }
            return try await heard(context)
        }
    }

    private func signInPlace(
        for request: ServerRequest,
        as kind: Admission.Class
    ) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enterSignIn(kind, as: Waiter(request), at: world.now())
    }

    /// Whose secret was wrong too often is not heard for a while, as on the rest of the API.
    private func heard(_ context: SignInContext) async throws -> ServerAnswer {
        let (client, now) = (context.request.client, world.now())
        let key = context.claimedClient
        if let key { try admission.mayAuthenticate(key: key, from: client, at: now) }
        do {
            return try await context.route.handler(context)
        } catch let refusal as OAuthError where refusal.status == 401 {
            admission.noteRefusal(from: client, at: now)
            if let key { admission.noteFailure(key: key, from: client, at: now) }
            throw refusal
        }
    }
}

extension SignInRoute {
    /// Before anything is done that could not be told: what it answers is JSON, pages and redirects aside.
    fileprivate func requireTaken(by request: ServerRequest) throws(OAuthError) {
        guard text?.answer != nil, !Acceptance(of: request).takes("application/json") else { return }
        throw OAuthError(
            .invalidRequest,
            "The answer is application/json, which the header Accept leaves out. Add it, or leave Accept out.",
            status: 406
        )
    }

    /// What the limits make of a request on this route.
    func admissionClass(_ request: ServerRequest) -> Admission.Class {
        guard isWaiting else { return kind }
        return (Preferences(of: request).waitSeconds(atMost: 1) ?? 0) > 0 ? .waiting : .polled
    }
}

extension SignInContext {
    /// The client that says it has a secret, not yet believed; `nil` where there is no secret.
    fileprivate var claimedClient: String? {
        let id = SignIn.claimedClient(form, authorization: request.header("authorization"))
        return id.map { String($0.prefix(64)) }
    }
}

extension ServerRequest {
    /// - Throws: what there is to say of a request that did not come whole.
    fileprivate func requireWhole() throws {
        switch body {
        case .bytes: break
        case .overdue: throw OAuthError(.invalidRequest, "The body did not come in its time.", status: 408)
        case .withoutRoom: throw APIFailure.busy
        case .tooLarge: throw OAuthError(.invalidRequest, "The body may have 64 KiB at most.", status: 413)
        }
        guard headersSize <= ServerRequest.largestHeaders else {
            throw OAuthError(.invalidRequest, "The headers may have 32 KiB at most.", status: 431)
        }
        guard !isTargetTooLong else {
            throw OAuthError(.invalidRequest, "The path and its query may have 8 KiB at most.", status: 414)
        }
    }
}
