package import ChaveBase
import ChavePixModel
import Pages

/// Everything that a server answers, from request to answer, without a socket.
public struct APIServer: Sendable {
    /// Asked in their order, before pages.
    private var interfaces: [any Interface] = []
    /// Answers for the whole server: what no other one answers, and what is refused before anybody knows whose it is.
    private let principal: any Interface
    private let operations: @Sendable (ServerRequest) async -> ServerAnswer?
    package let admission: Admission
    private let headers: AnswerHeaders
    private let names: ServerNames?
    private var pages: (any PageHandler)?
    private let world: World

    /// `operations` answers an orchestrator's questions; `pages` are those for people, where this server has any;
    /// `admission` bounds how much comes in; `names` are those that requests may call the server by, any where there are
    /// none.
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

    /// The same server with one interface more, which is asked before those that it has.
    package func with(first interface: any Interface) -> APIServer {
        var server = self
        server.interfaces.insert(interface, at: 0)
        return server
    }

    /// The same server with one interface more, which is asked after those that it has.
    package func with(_ interface: any Interface) -> APIServer {
        var server = self
        server.interfaces.append(interface)
        return server
    }

    /// One line for the log, without anything personal: the route's template, never the path.
    public struct Record: Sendable {
        public var requestID: String
        public var method: String
        public var route: String
        public var status: Int
        public var errorCode: String?
        /// For how long the answer might be held, where that was asked.
        package var heldSeconds: Int64?
        /// Whether a page waited for something to change.
        package var isHeldPage = false
        /// Whether it took a place of those who wait.
        package var isHeld: Bool { (heldSeconds ?? 0) > 0 || isHeldPage }
        /// What was answered before under the same idempotency key.
        public var isReplay = false
    }

    /// Room for the bodies of requests, which are read before a request comes here.
    package var bodies: BodyRoom { admission.bodies }

    /// Room for answers, until their sockets have them.
    package var answers: AnswerRoom { admission.answers }

    /// Works on a stack of its own, so that a connection that waits, for an answer or a request, keeps a small one.
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

    /// Waits as often as there is nothing to say yet.
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
        // Bare, like what the HTTP parser refuses: there is no whole request to speak of.
        if case .overdue = request.body { return Reply(ServerAnswer(status: 408, headers: [("Connection", "close")])) }
        let claim = pages?.claim(of: request)
        if case .withoutRoom = request.body, claim == nil { return refusal(.busy, asked) }
        if request.headersSize > ServerRequest.largestHeaders { return Reply(ServerAnswer(status: 431)) }
        if request.isTargetTooLong { return refusal(.targetTooLong, asked) }
        if let found = await operations(request) { return Reply(found, route: request.path) }
        if let pages, let claim { return await page(claim, by: pages, for: asked) }
        return await principal.reply(to: asked) ?? refusal(.notFoundPath, asked)
    }

    private func refusal(_ failure: APIFailure, _ asked: Asked) -> Reply {
        Reply(outcome: .settled(principal.refusal(failure, to: asked)))
    }

    /// A page has its place like any request; what it asks of the API itself stands within it.
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
