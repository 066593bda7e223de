package import ChaveBase
package import ChavePixModel

/// One of the APIs behind a socket, with its own addresses and its own form of answers and refusals.
package protocol Interface: Sendable {
    /// The interface's answer to a request; `nil` when the address is not its own.
    func reply(to asked: Asked) async -> Reply?

    /// A refusal in the interface's form.
    func refusal(_ failure: APIFailure, to asked: Asked) -> Settled
}

/// A request as the interfaces receive it, with the tools to answer it.
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

    /// Takes a working or waiting place; a request of a page counts within the page's place.
    package func place(as kind: Admission.Class) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enter(kind, from: request.client, at: world.now())
    }

    /// Takes a place that counts by address and token, for a request without an API key.
    package func placeOfWaiter(as kind: Admission.Class) throws(APIFailure) -> Places.Place {
        if request.isWithinPage { return Places.Place(pool: .within) }
        return try admission.enterSignIn(kind, as: Waiter(request), at: world.now())
    }
}

/// An interface's answer to a request, with its part of the log line.
package struct Reply: Sendable {
    package enum Outcome: Sendable {
        case settled(Settled)
        /// A held answer, which keeps its place until it is final.
        case held(HeldReply, Places.Place)
    }

    /// The template of the matched route, never the path.
    package var route: String
    /// How many seconds the server may hold the answer; `nil` when the caller did not ask for this.
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

/// A final answer, with its error code when it is a refusal.
package struct Settled: Sendable {
    package var answer: ServerAnswer
    /// The code of the refusal; `nil` for another answer.
    package var errorCode: String?

    package init(_ answer: ServerAnswer, errorCode: String? = nil) {
        self.answer = answer
        self.errorCode = errorCode
    }
}

/// A held answer, which the server looks up again after each wait.
package struct HeldReply: Sendable {
    /// The answer; `nil` while there is none yet.
    package let next: @Sendable () async -> Settled?
    package let wait: @Sendable () async -> Void
}
