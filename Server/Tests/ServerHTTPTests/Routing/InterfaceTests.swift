import ChaveBase
import ChavePixModel
import Synchronization
import Testing

@testable import HTTPKernel

/// The kernel with interfaces of the tests' own, which know no product.
struct InterfaceTests {
    private static func server(_ principal: any Interface, _ admission: Admission = Admission(.sandbox)) -> APIServer {
        APIServer(
            principal: principal,
            operations: { _ in nil },
            admission: admission,
            headers: AnswerHeaders(),
            names: nil,
            world: TestClock(now: Timestamp(seconds: 1_700_000_000), seed: 1).world
        )
    }

    @Test func anInterfaceThatComesInFirstIsAskedFirst() async {
        let request = ServerRequest(method: "GET", path: "/")
        let later = Self.server(Signpost(name: "principal")).with(Signpost(name: "one")).with(Signpost(name: "two"))
        #expect(await later.respond(to: request).record.route == "one")
        #expect(await later.with(first: Signpost(name: "first")).respond(to: request).record.route == "first")
    }

    @Test(arguments: [200, 409])
    func aHeldAnswerIsCompletedAndGivesItsPlaceBack(_ status: Int) async {
        let admission = Admission(.sandbox)
        let server = Self.server(HoldingAPI(endsWith: status), admission)
        let request = ServerRequest(method: "GET", path: "/held", headers: [("Prefer", "wait=5")])
        let (answer, record) = await server.respond(to: request)
        #expect(answer.status == status)
        #expect(answer.header("X-Completed") == "yes")
        #expect(answer.header("Preference-Applied") == "wait=5")
        #expect(record.errorCode == (status == 200 ? nil : "conflict"))
        #expect(admission.places == (0, 0))
    }

    @Test func aPathOfAnotherMethodSaysWhichOnesThereAre() async {
        let request = ServerRequest(method: "DELETE", path: "/held")
        let answer = await Self.server(HoldingAPI(endsWith: 200)).respond(to: request).answer
        #expect(answer.status == 405)
        #expect(answer.header("Allow") == "GET, HEAD")
    }

    @Test func anAnswerThatIsNotTakenGivesItsPlaceBack() async {
        let admission = Admission(.sandbox)
        let request = ServerRequest(method: "GET", path: "/held", headers: [("Accept", "text/plain")])
        let answer = await Self.server(HoldingAPI(endsWith: 200), admission).respond(to: request).answer
        #expect(answer.status == 406)
        #expect(admission.places == (0, 0))
    }
}

/// Answers everything, and tells by the route who did.
private struct Signpost: Interface {
    let name: String

    func reply(to asked: Asked) async -> HTTPKernel.Reply? { HTTPKernel.Reply(ServerAnswer(status: 200), route: name) }

    func refusal(_ failure: APIFailure, to asked: Asked) -> Settled { Settled(ServerAnswer(status: failure.status)) }
}

/// One row whose answer comes after the first wait.
private struct HoldingAPI: RoutedInterface {
    typealias Access = Void
    typealias Terms = Void
    typealias Refusal = ErrorCode
    typealias Proven = Void
    typealias Context = Void

    let table: RouteTable<HoldingAPI>

    init(endsWith status: Int) {
        let waits = Waits()
        let row = Route<HoldingAPI>(
            "GET",
            "/held",
            for: (),
            .undocumented,
            answers: .document("application/json"),
            isWaiting: true,
            terms: (),
            .held { _ in
                HeldAnswer {
                    guard waits.count > 0 else { return nil }
                    guard status == 200 else {
                        throw APIFailure(status: status, items: [.init(code: .conflict, message: "It has ended.")])
                    }
                    return ServerAnswer(status: status)
                } wait: {
                    waits.add()
                }
            }
        )
        table = RouteTable([row], .asWritten) { [(label: $0.template, path: $0.template)] }
    }

    func admissionClass(of call: RouteCall<HoldingAPI>) -> Admission.Class { call.polling }

    func caller(of call: RouteCall<HoldingAPI>, in place: inout Places.Place) async throws {}

    func context(of call: RouteCall<HoldingAPI>, by caller: Void) throws {}

    func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<HoldingAPI>?) -> Settled {
        let failure = error as? APIFailure
        return Settled(
            ServerAnswer(status: failure?.status ?? 500),
            errorCode: failure?.items.first?.code.rawValue
        )
    }

    func complete(_ answer: inout ServerAnswer, of call: RouteCall<HoldingAPI>) async {
        answer.headers.append(("X-Completed", "yes"))
    }
}

/// How often somebody has waited.
private final class Waits: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
