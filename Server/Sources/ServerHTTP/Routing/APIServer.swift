public import ChavePixModel
public import PaymentsCore
public import Webhooks

/// Everything that the server answers, from request to answer, without a socket.
public struct APIServer: Sendable {
    private let payments: Payments
    private let authentication: Authentication
    private let paymentsTable: RouteTable
    private let tokenTable: RouteTable
    private let rootTable: RouteTable
    private let operations: Operations
    private let holderPages: (any HolderPageHandler)?
    private let logos: @Sendable (InstitutionID) -> [UInt8]?
    private let world: World

    /// `holderPages` are the sandbox bank's, where this server has one; `logos` gives the PNG of an institution.
    public init(
        payments: Payments,
        operations: Operations,
        webhooks: MerchantWebhooks? = nil,
        holderPages: (any HolderPageHandler)? = nil,
        logos: @escaping @Sendable (InstitutionID) -> [UInt8]? = { _ in nil },
        world: World
    ) {
        self.payments = payments
        self.operations = operations
        self.holderPages = holderPages
        self.logos = logos
        self.world = world
        authentication = Authentication(payments: payments)
        let routes = PaymentsRoutes(payments: payments, webhooks: webhooks)
        paymentsTable = RouteTable(routes.rows, prefix: "/payments/br")
        tokenTable = RouteTable(routes.tokenRows, prefix: "/payments/api")
        rootTable = RouteTable(routes.rootRows, prefix: "")
    }

    /// One line for the log, without anything personal: the route's template, never the path.
    public struct Record: Sendable {
        public var requestID: String
        public var method: String
        public var route: String
        public var status: Int
        public var errorCode: String?
    }

    public func respond(to request: ServerRequest) async -> (answer: ServerAnswer, record: Record) {
        let requestID = RequestID.of(request, randomBytes: world.randomBytes)
        var record = Record(requestID: requestID, method: request.method, route: "", status: 0)
        var answer: ServerAnswer
        do throws(APIFailure) {
            answer = try await dispatch(request, requestID: requestID, record: &record)
        } catch {
            answer = .failure(error, requestID: requestID)
            record.errorCode = error.items.first?.code.rawValue
        }
        answer.headers.append(("X-Request-Id", requestID))
        record.status = answer.status
        return (answer, record)
    }

    private func dispatch(
        _ request: ServerRequest,
        requestID: String,
        record: inout Record
    ) async throws(APIFailure) -> ServerAnswer {
        // Bare, like what the HTTP parser refuses: there is no whole request to speak of.
        if case .overdue = request.body { return ServerAnswer(status: 408, headers: [("Connection", "close")]) }
        if let found = await operations.answer(request) {
            record.route = request.path
            return found
        }
        if let holderPages, let page = await holderPages.answer(request) {
            record.route = "/bank"
            return page
        }
        if let logo = logo(request) {
            record.route = "/payments/logos/{id}.png"
            return logo
        }
        switch match(request) {
        case .nothing: throw .notFoundPath
        case .otherMethods(let methods):
            record.errorCode = ErrorCode.methodNotAllowed.rawValue
            return .methodNotAllowed(methods, requestID: requestID)
        case .route(let route, let parameters):
            record.route = route.place.template
            let caller = try await authentication.caller(of: request, for: route.place.access)
            if case .tooLarge = request.body { throw .requestTooLarge }
            let context = RequestContext(
                request: request,
                requestID: requestID,
                baseURL: payments.policy.baseURL,
                query: try QueryParameters(request.query, table: route.query),
                parameters: parameters,
                route: route,
                provenCaller: caller
            )
            return try await route.handler(context)
        }
    }

    private func match(_ request: ServerRequest) -> RouteTable.Match {
        let table = request.path.hasPrefix("/payments/api/") ? tokenTable : paymentsTable
        let found = table.match(method: request.method, path: request.path)
        guard case .nothing = found else { return found }
        return rootTable.match(method: request.method, path: request.path)
    }

    private func logo(_ request: ServerRequest) -> ServerAnswer? {
        let prefix = "/payments/logos/"
        guard request.method == "GET", request.path.hasPrefix(prefix), request.path.hasSuffix(".png"),
            let id = InstitutionID(String(request.path.dropFirst(prefix.count).dropLast(4))), let png = logos(id)
        else { return nil }
        return ServerAnswer(
            status: 200,
            headers: [("Content-Type", "image/png"), ("Cache-Control", "public, max-age=86400")],
            body: png
        )
    }
}

/// The sandbox bank's pages.
public protocol HolderPageHandler: Sendable {
    /// `nil` when the path is none of the bank's.
    func answer(_ request: ServerRequest) async -> ServerAnswer?
}

extension APIFailure {
    static let requestTooLarge = APIFailure(
        status: 413,
        items: [.init(code: .requestTooLarge, message: "The body may have 64 KiB at most.")]
    )
    static let notFoundPath = APIFailure(
        status: 404,
        items: [.init(code: .notFound, message: "There is no such path. See the documentation for the API's paths.")]
    )
}

extension ServerAnswer {
    fileprivate static func methodNotAllowed(_ methods: [String], requestID: String) -> ServerAnswer {
        let list = methods.sorted().joined(separator: ", ")
        let failure = APIFailure(
            status: 405,
            items: [.init(code: .methodNotAllowed, message: "This path takes \(list).")]
        )
        var answer = ServerAnswer.failure(failure, requestID: requestID)
        answer.headers.append(("Allow", list))
        return answer
    }
}
