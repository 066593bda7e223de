package import ChaveBase
import ChavePixModel
import Pages

/// Everything that a server answers, from request to answer, without a socket.
public struct APIServer: Sendable {
    /// The interfaces in the order in which the server asks them, before pages.
    private var interfaces: [any Interface] = []
    /// Answers every request that no other interface answers, and refuses requests before their interface is known.
    private let principal: any Interface
    private let operations: @Sendable (ServerRequest) async -> ServerAnswer?
    package let admission: Admission
    private let headers: AnswerHeaders
    private let names: ServerNames?
    private var pages: (any PageHandler)?
    private let world: World

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - principal: answers for the whole server.
    ///   - operations: answers an orchestrator's questions.
    ///   - pages: the pages for people; `nil` when this server has none.
    ///   - admission: bounds how many requests come in.
    ///   - headers: the headers of every answer.
    ///   - names: the names that requests may use for this server; with `nil`, every name is accepted.
    ///   - world: the clock and the source of random bytes.
    package init(
        principal: any Interface,
        operations: @escaping @Sendable (ServerRequest) async -> ServerAnswer?,
        pages: (any PageHandler)? = nil,
        admission: Admission,
        headers: AnswerHeaders,
        names: ServerNames?,
        world: World
    ) {
        self.principal = principal
        self.operations = operations
        self.pages = pages
        self.admission = admission
        self.headers = headers
        self.names = names
        self.world = world
    }

    /// The same server with pages beside its interfaces.
    package func with(pages: any PageHandler) -> APIServer {
        var server = self
        server.pages = pages
        return server
    }

    /// The same server with one more interface, which the server asks before the others.
    package func with(first interface: any Interface) -> APIServer {
        var server = self
        server.interfaces.insert(interface, at: 0)
        return server
    }

    /// The same server with one more interface, which the server asks after the others.
    package func with(_ interface: any Interface) -> APIServer {
        var server = self
        server.interfaces.append(interface)
        return server
    }

    /// One log line without personal data: it has the route's template, never the path.
    public struct Record: Sendable {
        public var requestID: String
        public var method: String
        public var route: String
        public var status: Int
        public var errorCode: String?
        /// How many seconds the caller let the server hold the answer; `nil` when the caller did not ask for this.
        package var heldSeconds: Int64?
        /// Whether a page waited for something to change.
        package var isHeldPage = false
        /// Whether the request took a waiting place.
        package var isHeld: Bool { (heldSeconds ?? 0) > 0 || isHeldPage }
        /// Whether the answer repeats an earlier one for the same idempotency key.
        public var isReplay = false
    }

    /// The memory for request bodies, which the edge reads before a request arrives here.
    package var bodies: BodyRoom { admission.bodies }

    /// The memory for answers, until their sockets have them.
    package var answers: AnswerRoom { admission.answers }

    /// Answers a request on a stack of its own, so that a waiting connection keeps only a small one.
    public func respond(to request: ServerRequest) async -> (answer: ServerAnswer, record: Record) {
        let requestID = RequestID.of(request, randomBytes: world.randomBytes)
        let lease = request.isWithinPage ? nil : AnswerLease(in: answers, for: .init(address: request.client))
        let asked = Asked(request.asked(counting: lease), id: requestID, admission: admission, world: world)
        let reply = await onOwnStack { await self.reply(to: asked) }
        let settled = await settled(reply.outcome)
        var answer = settled.answer
        if let seconds = reply.heldSeconds { answer.headers.append(("Preference-Applied", "wait=\(seconds)")) }
        answer.headers.append(("X-Request-Id", requestID))
        headers.complete(&answer)
        if request.method == "HEAD" { answer.leaveOutBody() }
        lease?.settle(at: answer.body.count)
        answer.lease = lease
        var record = Record(requestID: requestID, method: request.method, route: reply.route, status: answer.status)
        record.errorCode = settled.errorCode
        record.heldSeconds = reply.heldSeconds
        record.isHeldPage = reply.isHeldPage
        record.isReplay = answer.header("Idempotent-Replayed") != nil
        return (answer, record)
    }

    /// The final answer; a held answer waits until it has one.
    private func settled(_ outcome: Reply.Outcome) async -> Settled {
        switch outcome {
        case .settled(let settled): return settled
        case .held(let held, let place):
            defer { admission.leave(place) }
            while true {
                await held.wait()
                if let found = await onOwnStack(held.next) { return found }
            }
        }
    }

    private func reply(to asked: Asked) async -> Reply {
        let request = asked.request
        if let names, !names.includes(request) { return refusal(names.refusal, asked) }
        for interface in interfaces {
            if let reply = await interface.reply(to: asked) { return reply }
        }
        // This answer has no body, like the parser's refusals: there is no complete request.
        if case .overdue = request.body { return Reply(ServerAnswer(status: 408, headers: [("Connection", "close")])) }
        let claim = pages?.claim(of: request)
        if case .withoutRoom = request.body, claim == nil { return refusal(.busy, asked) }
        if request.headersSize > ServerRequest.largestHeaders { return Reply(ServerAnswer(status: 431)) }
        if request.isTargetTooLong { return refusal(.targetTooLong, asked) }
        if let found = await operations(request) { return Reply(found, route: request.path) }
        if let pages, let claim { return await page(claim, by: pages, for: asked) }
        return await principal.reply(to: asked) ?? nowhere(asked)
    }

    /// The answer at an address where nothing is: a page for a person's browser on a server with pages, or a refusal.
    private func nowhere(_ asked: Asked) -> Reply {
        var reply = refusal(.notFoundPath, asked)
        if let pages, NowherePage.isWanted(by: asked.request), case .settled(let refused) = reply.outcome {
            let answer = NowherePage(request: asked.request, home: pages.home).answer
            reply.outcome = .settled(Settled(answer, errorCode: refused.errorCode))
        }
        return reply
    }

    private func refusal(_ failure: APIFailure, _ asked: Asked) -> Reply {
        Reply(outcome: .settled(principal.refusal(failure, to: asked)))
    }

    /// Answers a page in a place of its own; the page's requests to the API count within that place.
    private func page(_ claim: PageClaim, by pages: any PageHandler, for asked: Asked) async -> Reply {
        let request = asked.request
        let settled: Settled
        do throws(APIFailure) {
            if case .withoutRoom = request.body { throw .busy }
            let place = try admission.enterPage(
                claim.kind,
                opens: claim.opens,
                as: Waiter(request),
                at: world.now()
            )
            defer { admission.leave(place) }
            settled = Settled(await pages.answer(request))
        } catch {
            let answer = CrowdedPage(failure: error, request: request).answer
            settled = Settled(answer, errorCode: error.items.first?.code.rawValue)
        }
        var reply = Reply(route: claim.route, outcome: .settled(settled))
        reply.isHeldPage = claim.kind == .waiting
        return reply
    }
}
