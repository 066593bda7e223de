public import ChaveBase
public import ChavePixModel
package import ChaveWire
public import PaymentsCore
public import Webhooks

/// Everything that the server answers, from request to answer, without a socket.
public struct APIServer: Sendable {
    private let payments: Payments
    private let authentication: Authentication
    let routes: PaymentsRoutes
    private let tables: [RouteTable]
    private let operations: Operations
    let admission: Admission
    private let headers: AnswerHeaders
    private let names: ServerNames?
    private var pages: (any PageHandler)?
    /// `nil` for a server that nobody signs in to.
    var signIn: SignInAPI?
    /// `nil` where sign-in has no host of its own.
    var signInAddress: SignInAddress?
    /// `nil` for a server of no issuer of cards.
    var tokenActivation: TokenActivationAPI?
    let world: World

    /// `pages` are those for people, where this server has any; `logos` gives the PNG of an institution; `admission`
    /// bounds how much comes in; `names` are those that requests may call the server by, any where there are none.
    public init(
        payments: Payments,
        operations: Operations,
        webhooks: MerchantWebhooks? = nil,
        pages: (any PageHandler)? = nil,
        logos: @escaping @Sendable (InstitutionID) -> [UInt8]? = { _ in nil },
        admission: Admission = Admission(.sandbox),
        headers: AnswerHeaders = AnswerHeaders(),
        names: ServerNames? = nil,
        world: World
    ) {
        self.payments = payments
        self.operations = operations
        self.admission = admission
        self.headers = headers
        self.names = names
        self.pages = pages
        self.world = world
        authentication = Authentication(payments: payments)
        routes = PaymentsRoutes(payments: payments, webhooks: webhooks, logos: logos)
        tables = routes.tables
    }

    /// The same server with pages beside the API.
    func with(pages: any PageHandler) -> APIServer {
        var server = self
        server.pages = pages
        return server
    }

    /// The OpenAPI document, as `GET /payments/openapi.json` gives it.
    package var openAPI: JSONValue { routes.openAPI.json }

    /// One line for the log, without anything personal: the route's template, never the path.
    public struct Record: Sendable {
        public var requestID: String
        public var method: String
        public var route: String
        public var status: Int
        public var errorCode: String?
        /// For how long the answer might be held, where that was asked.
        var heldSeconds: Int64?
        /// Whether a page waited for something to change.
        var isHeldPage = false
        /// Whether it took a place of those who wait.
        var isHeld: Bool { (heldSeconds ?? 0) > 0 || isHeldPage }
        /// What was answered before under the same idempotency key.
        public var isReplay = false
    }

    /// Room for the bodies of requests, which are read before a request comes here.
    var bodies: BodyRoom { admission.bodies }

    /// Room for answers, until their sockets have them.
    var answers: AnswerRoom { admission.answers }

    /// Works on a stack of its own, so that a connection that waits, for an answer or a request, keeps a small one.
    public func respond(to request: ServerRequest) async -> (answer: ServerAnswer, record: Record) {
        let requestID = RequestID.of(request, randomBytes: world.randomBytes)
        let lease = request.isWithinPage ? nil : AnswerLease(in: answers, for: .init(address: request.client))
        let asked = request.asked(counting: lease)
        var (reply, record) = await onOwnStack { await self.reply(to: asked, requestID: requestID) }
        record.method = request.method
        var answer: ServerAnswer
        switch await settled(reply) {
        case .success(let found): answer = found
        case .failure(let failure):
            answer = .failure(failure, requestID: requestID)
            record.errorCode = failure.items.first?.code.rawValue
        }
        if let seconds = record.heldSeconds { answer.headers.append(("Preference-Applied", "wait=\(seconds)")) }
        answer.headers.append(("X-Request-Id", requestID))
        headers.complete(&answer)
        if request.method == "HEAD" { answer.leaveOutBody() }
        lease?.settle(at: answer.body.count)
        answer.lease = lease
        record.status = answer.status
        record.isReplay = answer.header("Idempotent-Replayed") != nil
        return (answer, record)
    }

    /// What a request came to so far.
    private enum Reply: Sendable {
        case settled(Result<ServerAnswer, APIFailure>)
        /// Keeps its place until it is answered.
        case held(HeldAnswer, Places.Place)
    }

    /// Waits as often as there is nothing to say yet.
    private func settled(_ reply: Reply) async -> Result<ServerAnswer, APIFailure> {
        switch reply {
        case .settled(let result): return result
        case .held(let held, let place):
            defer { admission.leave(place) }
            while true {
                await held.wait()
                let found = await onOwnStack { await held.result() }
                if let found { return found }
            }
        }
    }

    private func reply(to request: ServerRequest, requestID: String) async -> (Reply, Record) {
        var record = Record(requestID: requestID, method: request.method, route: "", status: 0)
        do throws(APIFailure) {
            if let answer = try await answerBesideRoutes(request, requestID: requestID, record: &record) {
                return (.settled(.success(answer)), record)
            }
            return (try await routed(request, requestID: requestID, record: &record), record)
        } catch {
            return (.settled(.failure(error)), record)
        }
    }

    /// Sign-in, cards, operations and pages; `nil` for what the payments' own routes answer.
    private func answerBesideRoutes(
        _ request: ServerRequest,
        requestID: String,
        record: inout Record
    ) async throws(APIFailure) -> ServerAnswer? {
        if let names, !names.includes(request) { throw names.refusal }
        if let answer = astray(request, record: &record) { return answer }
        if let signIn, let match = signIn.match(request) {
            return await answer(match, of: signIn, to: request, record: &record)
        }
        if let answer = nowhere(request, record: &record) { return answer }
        if let tokenActivation, let match = tokenActivation.match(request) {
            return await answer(match, of: tokenActivation, to: request, requestID: requestID, record: &record)
        }
        // Bare, like what the HTTP parser refuses: there is no whole request to speak of.
        if case .overdue = request.body { return ServerAnswer(status: 408, headers: [("Connection", "close")]) }
        let claim = pages?.claim(of: request)
        if case .withoutRoom = request.body, claim == nil { throw .busy }
        if request.headersSize > ServerRequest.largestHeaders { return ServerAnswer(status: 431) }
        if request.isTargetTooLong { throw .targetTooLong }
        if let found = await operations.answer(request) {
            record.route = request.path
            return found
        }
        if let pages, let claim { return await page(claim, by: pages, for: request, record: &record) }
        return nil
    }

    private func routed(
        _ request: ServerRequest,
        requestID: String,
        record: inout Record
    ) async throws(APIFailure) -> Reply {
        switch match(request) {
        case .nothing: throw .notFoundPath
        case .otherMethods(let methods):
            record.errorCode = ErrorCode.methodNotAllowed.rawValue
            return .settled(.success(.methodNotAllowed(methods, requestID: requestID)))
        case .route(let route, let parameters):
            record.route = route.place.template
            var place = try place(for: request, as: route.admissionClass(request))
            var isKept = false
            defer { if !isKept { admission.leave(place) } }
            try requireTaken(route.answer.content, by: request)
            let context = try await proven(request, requestID, on: route, parameters, in: &place)
            switch route.work {
            case .atOnce(let handler): return .settled(.success(try await handler(context)))
            case .held(let handler):
                record.heldSeconds = context.preferredWaitSeconds
                let held = try handler(context)
                if let answer = try await held.next() { return .settled(.success(answer)) }
                isKept = true
                return .held(held, place)
            }
        }
    }

    /// A request whose caller is who it says, may ask this much, and sent what the route reads.
    private func proven(
        _ request: ServerRequest,
        _ requestID: String,
        on route: Route,
        _ parameters: [Substring],
        in place: inout Places.Place
    ) async throws(APIFailure) -> RequestContext {
        let caller = try await proven(request, for: route)
        if let caller {
            let kind = route.admissionClass(request)
            try admission.admit(kind, of: caller.apiKey, grant: caller.grant, to: &place, at: world.now())
            try request.lease?.count(for: caller.apiKey)
        }
        if case .tooLarge = request.body { throw .requestTooLarge }
        return RequestContext(
            request: request,
            requestID: requestID,
            today: world.now().date,
            baseURL: payments.policy.baseURL,
            query: try QueryParameters(request.query, of: route, for: caller),
            parameters: parameters,
            route: route,
            provenCaller: caller,
            proveAgain: proof(of: caller, by: request, for: route.place.access),
            readings: admission.readings
        )
    }

    /// Before anything is done that could not be told.
    private func requireTaken(_ content: RouteAnswer.Content, by request: ServerRequest) throws(APIFailure) {
        guard let type = content.mediaType, !Acceptance(of: request).takes(type) else { return }
        throw .notAcceptable(type)
    }

    func place(for request: ServerRequest, as kind: Admission.Class) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enter(kind, from: request.client, at: world.now())
    }

    /// For an answer that was held: credentials that have ended meanwhile open nothing.
    private func proof(of caller: Caller?, by request: ServerRequest, for access: Route.Access) -> ProofAgain {
        { [authentication] () async throws(APIFailure) in
            guard try await authentication.caller(of: request, for: access) == caller else { throw .tokenNotValid }
        }
    }

    /// Who calls, once their keys hold and they have not failed too often.
    private func proven(_ request: ServerRequest, for route: Route) async throws(APIFailure) -> Caller? {
        let now = world.now()
        try admission.mayBeHeard(from: request.client, at: now)
        let key = Authentication.claimedKey(request)
        if let key { try admission.mayAuthenticate(key: key, from: request.client, at: now) }
        do throws(APIFailure) {
            return try await authentication.caller(of: request, for: route.place.access)
        } catch {
            if error.status == 401 { admission.noteRefusal(from: request.client, at: now) }
            if let key, error.status == 401 { admission.noteFailure(key: key, from: request.client, at: now) }
            throw error
        }
    }

    /// The first table that knows the path.
    private func match(_ request: ServerRequest) -> RouteTable.Match {
        for table in tables {
            let found = table.match(method: request.method, path: request.path)
            if case .nothing = found { continue }
            return found
        }
        return .nothing
    }
}

extension APIFailure {
    static let requestTooLarge = APIFailure(
        status: 413,
        items: [.init(code: .requestTooLarge, message: "The body may have 64 KiB at most.")]
    )
    static let targetTooLong = APIFailure(
        status: 414,
        items: [.init(code: .tooLong, message: "The path and its query may have 8 KiB at most.")]
    )
    static func notAcceptable(_ mediaType: String) -> APIFailure {
        let message = "The answer is \(mediaType), which the header Accept leaves out. Add it, or leave Accept out."
        return APIFailure(status: 406, items: [.init(code: .invalid, message: message)])
    }
    static let notFoundPath = APIFailure(
        status: 404,
        items: [.init(code: .notFound, message: "There is no such path. See the documentation for the API's paths.")]
    )
}

extension ServerAnswer {
    fileprivate static func methodNotAllowed(_ methods: [String], requestID: String) -> ServerAnswer {
        // HEAD stands wherever GET does (RFC 9110, section 9.3.2).
        let list = (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        let failure = APIFailure(
            status: 405,
            items: [.init(code: .methodNotAllowed, message: "This path takes \(list).")]
        )
        var answer = ServerAnswer.failure(failure, requestID: requestID)
        answer.headers.append(("Allow", list))
        return answer
    }
}
