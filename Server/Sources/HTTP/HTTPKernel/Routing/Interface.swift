package import ChaveBase
package import ChavePixModel

/// One of the APIs behind a socket: it knows its own addresses, and the form that its answers and refusals have.
package protocol Interface: Sendable {
    /// The interface's answer to a request; `nil` where the address is none of its own.
    func reply(to asked: Asked) async -> Reply?

    /// A refusal in its form.
    func refusal(_ failure: APIFailure, to asked: Asked) -> Settled
}

/// A request as the interfaces get it, with what they need to answer it.
package struct Asked: Sendable {
    package let request: ServerRequest
    /// The name of the request in its answer, its errors and its log line.
    package let requestID: String
    package let admission: Admission
    package let world: World

    package init(_ request: ServerRequest, id requestID: String, admission: Admission, world: World) {
        self.request = request
        self.requestID = requestID
        self.admission = admission
        self.world = world
    }

    /// A place among those that are worked on or wait; what a page asks for stands within the page's.
    package func place(as kind: Admission.Class) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enter(kind, from: request.client, at: world.now())
    }

    /// The same by address and token, where no API key says whose request it is.
    package func placeOfWaiter(as kind: Admission.Class) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enterSignIn(kind, as: Waiter(request), at: world.now())
    }
}

/// An interface's answer to a request, with the log's part of it.
package struct Reply: Sendable {
    package enum Outcome: Sendable {
        case settled(Settled)
        /// Keeps its place until it is answered.
        case held(HeldReply, Places.Place)
    }

    /// The template of the route that was asked, never the path.
    package var route: String
    /// For how long the answer may be held, where that was asked.
    package var heldSeconds: Int64?
    package var isHeldPage = false
    package var outcome: Outcome

    package init(route: String = "", outcome: Outcome) {
        self.route = route
        self.outcome = outcome
    }

    package init(_ answer: ServerAnswer, route: String = "") {
        self.init(route: route, outcome: .settled(Settled(answer)))
    }
}

/// An answer, with the code of the refusal that it is.
package struct Settled: Sendable {
    package var answer: ServerAnswer
    /// `nil` where nothing was refused.
    package var errorCode: String?

    package init(_ answer: ServerAnswer, errorCode: String? = nil) {
        self.answer = answer
        self.errorCode = errorCode
    }
}

/// An answer that is held: looked for again after each wait.
package struct HeldReply: Sendable {
    /// `nil` while there is nothing to say yet.
    package let next: @Sendable () async -> Settled?
    package let wait: @Sendable () async -> Void
}
