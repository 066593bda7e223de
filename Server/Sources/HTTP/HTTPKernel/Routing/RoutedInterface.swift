package import ChavePixModel

/// An interface whose addresses are rows of a table.
///
/// Each request passes the same checks in this order:
///
/// 1. A row answers its path and method.
/// 2. The request is complete.
/// 3. A place is free.
/// 4. The caller accepts the answer's media type.
/// 5. The caller is authenticated.
/// 6. The query matches the row's table.
///
/// The row's handler then answers. An interface defines only the differences: its callers, the context of its handlers,
/// and the form of its refusals.
package protocol RoutedInterface: Interface {
    /// The kinds of caller that a row may answer.
    associatedtype Access: Sendable
    /// The terms of a row that only this interface has.
    associatedtype Terms: Sendable
    /// A refusal of an operation, as the documentation lists it.
    associatedtype Refusal: Hashable, Sendable
    /// A caller who has proven who they are.
    associatedtype Proven: Sendable
    /// A request on its way through a row.
    associatedtype Context: Sendable

    var table: RouteTable<Self> { get }

    /// Whether the interface needs to search its table for a request.
    func isNear(_ request: ServerRequest) -> Bool

    /// The log's label for a path that belongs to this interface and to no row.
    ///
    /// `nil` for a path that may belong to another interface.
    func ownPlace(of request: ServerRequest) -> String?

    func admissionClass(of call: RouteCall<Self>) -> Admission.Class

    func place(for call: RouteCall<Self>) throws(APIFailure) -> Places.Place

    /// Authenticates the caller and checks the caller's permission and limits.
    func caller(of call: RouteCall<Self>, in place: inout Places.Place) async throws -> Proven

    /// The handler's request, after the query was checked against the row's table.
    func context(of call: RouteCall<Self>, by caller: Proven) throws -> Context

    func answer(_ context: Context, by handler: Route<Self>.Handler) async throws -> ServerAnswer

    /// The answer when a path has rows and none of them has the method.
    func answer(toOtherMethod call: RouteCall<Self>, than methods: [String]) async throws -> Settled

    /// Turns any error into this interface's form; `call` is `nil` when no row was found.
    func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<Self>?) -> Settled

    /// Adds the headers that a row's answers carry, including its refusals.
    func complete(_ answer: inout ServerAnswer, of call: RouteCall<Self>) async
}

/// A request, and the row that answers it.
package struct RouteCall<API: RoutedInterface>: Sendable {
    package let asked: Asked
    package let row: Route<API>
    package let parameters: PathParameters

    package var request: ServerRequest { asked.request }

    /// How many seconds the server may hold the answer.
    ///
    /// `nil` when the request does not ask for this, or the row holds no answers.
    package var preferredWaitSeconds: Int64? {
        row.isWaiting ? Preferences(of: request).waitSeconds(atMost: Preferences.longestWaitSeconds) : nil
    }

    /// The class of a polled row: waiting when the request may be held, otherwise polled.
    package var polling: Admission.Class {
        // The row reads the preference the same way: a zero or an invalid wait does not hold the request.
        (Preferences(of: request).waitSeconds(atMost: 1) ?? 0) > 0 ? .waiting : .polled
    }
}

extension RoutedInterface {
    package func isNear(_ request: ServerRequest) -> Bool { true }

    package func ownPlace(of request: ServerRequest) -> String? { nil }

    package func place(for call: RouteCall<Self>) throws(APIFailure) -> Places.Place {
        try call.asked.place(as: admissionClass(of: call))
    }

    package func answer(_ context: Context, by handler: Route<Self>.Handler) async throws -> ServerAnswer {
        try await handler(context)
    }

    package func answer(toOtherMethod call: RouteCall<Self>, than methods: [String]) async throws -> Settled {
        var settled = refusal(.methodNotAllowed(methods), to: call.asked)
        settled.answer.headers.append(("Allow", methods.joined(separator: ", ")))
        return settled
    }

    package func complete(_ answer: inout ServerAnswer, of call: RouteCall<Self>) async {}

    package func refusal(_ failure: APIFailure, to asked: Asked) -> Settled { refusal(failure, to: asked, on: nil) }

    package func reply(to asked: Asked) async -> Reply? {
        let request = asked.request
        guard isNear(request) else { return nil }
        switch table.match(method: request.method, path: request.path) {
        case .row(let row, let label, let parameters):
            let call = RouteCall(asked: asked, row: row, parameters: parameters)
            var heldSeconds: Int64?
            let outcome: Reply.Outcome
            do {
                outcome = try await work(on: call, heldSeconds: &heldSeconds)
            } catch {
                outcome = .settled(await completed(refusal(error, to: asked, on: call), of: call))
            }
            var reply = Reply(route: label, outcome: outcome)
            reply.heldSeconds = heldSeconds
            return reply
        case .otherMethods(let row, let label, let parameters, let methods):
            let call = RouteCall(asked: asked, row: row, parameters: parameters)
            return await settled(asked, label) {
                try await answer(toOtherMethod: call, than: methods)
            }
        case .nothing:
            guard let label = ownPlace(of: request) else { return nil }
            return await settled(asked, label) { throw APIFailure.notFoundPath }
        }
    }

    /// The answer to a complete request that no row answers.
    private func settled(_ asked: Asked, _ label: String, _ say: () async throws -> Settled) async -> Reply {
        do {
            try asked.request.requireWhole()
            return Reply(route: label, outcome: .settled(try await say()))
        } catch {
            return Reply(route: label, outcome: .settled(refusal(error, to: asked, on: nil)))
        }
    }

    private func work(on call: RouteCall<Self>, heldSeconds: inout Int64?) async throws -> Reply.Outcome {
        try call.request.requireWhole()
        var place = try place(for: call)
        var isKept = false
        defer { if !isKept { call.asked.admission.leave(place) } }
        if let type = call.row.answer.content.mediaType, !Acceptance(of: call.request).takes(type) {
            throw APIFailure.notAcceptable(type)
        }
        let caller = try await caller(of: call, in: &place)
        let context = try context(of: call, by: caller)
        heldSeconds = call.preferredWaitSeconds
        switch call.row.work {
        case .atOnce(let handler):
            return .settled(await completed(Settled(try await answer(context, by: handler)), of: call))
        case .held(let handler):
            let held = try handler(context)
            if let answer = try await held.next() { return .settled(await completed(Settled(answer), of: call)) }
            isKept = true
            return .held(HeldReply(next: { await next(of: held, on: call) }, wait: held.wait), place)
        }
    }

    /// The final answer of a held request; `nil` while there is none yet.
    private func next(of held: HeldAnswer, on call: RouteCall<Self>) async -> Settled? {
        do {
            guard let answer = try await held.next() else { return nil }
            return await completed(Settled(answer), of: call)
        } catch {
            return await completed(refusal(error, to: call.asked, on: call), of: call)
        }
    }

    private func completed(_ settled: Settled, of call: RouteCall<Self>) async -> Settled {
        var settled = settled
        await complete(&settled.answer, of: call)
        return settled
    }
}

/// An answer that a row's handler may hold.
package struct HeldAnswer: Sendable {
    /// The answer; `nil` while there is none yet.
    package let next: @Sendable () async throws -> ServerAnswer?
    package let wait: @Sendable () async -> Void

    package init(
        next: @escaping @Sendable () async throws -> ServerAnswer?,
        wait: @escaping @Sendable () async -> Void
    ) {
        self.next = next
        self.wait = wait
    }
}

extension ServerRequest {
    /// - Throws: the refusal of an incomplete request. A body that is too large passes: an interface may check more
    ///   than the body first.
    fileprivate func requireWhole() throws(APIFailure) {
        switch body {
        case .bytes, .tooLarge: break
        case .overdue: throw .overdue
        case .withoutRoom: throw .busy
        }
        guard headersSize <= ServerRequest.largestHeaders else { throw .headersTooLarge }
        guard !isTargetTooLong else { throw .targetTooLong }
    }

    /// - Throws: 413 for a body that was not read to its end.
    package func requireSmallBody() throws(APIFailure) {
        if case .tooLarge = body { throw .requestTooLarge }
    }
}

extension APIFailure {
    package static let overdue = APIFailure(
        status: 408,
        items: [.init(code: .invalid, message: "The body did not come in its time.")]
    )
    package static let requestTooLarge = APIFailure(
        status: 413,
        items: [.init(code: .requestTooLarge, message: "The body may have 64 KiB at most.")]
    )
    package static let headersTooLarge = APIFailure(
        status: 431,
        items: [.init(code: .tooLong, message: "The headers may have 32 KiB at most.")]
    )
    package static let targetTooLong = APIFailure(
        status: 414,
        items: [.init(code: .tooLong, message: "The path and its query may have 8 KiB at most.")]
    )
    package static let notFoundPath = APIFailure(
        status: 404,
        items: [.init(code: .notFound, message: "There is no such path. See the documentation for the API's paths.")]
    )

    package static func notAcceptable(_ mediaType: String) -> APIFailure {
        let message = "The answer is \(mediaType), which the header Accept leaves out. Add it, or leave Accept out."
        return APIFailure(status: 406, items: [.init(code: .invalid, message: message)])
    }

    package static func methodNotAllowed(_ methods: [String]) -> APIFailure {
        let message = "This path takes \(methods.joined(separator: ", "))."
        return APIFailure(status: 405, items: [.init(code: .methodNotAllowed, message: message)])
    }
}
