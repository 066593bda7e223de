import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire

/// A server in memory that answers as the Payments API's contract says, and fails as a test wants.
final class FakeServer: HTTPTransport {
    /// What happens to one request instead of its answer.
    enum Fault: Sendable {
        /// It is answered as always.
        case none
        /// It never arrives.
        case lostRequest
        /// It is worked on; the answer never arrives.
        case lostAnswer
        /// It is answered so, without being worked on.
        case status(Int, code: String, headers: HTTPHeaders = [:])
        /// It is worked on, and answered so.
        case statusAfterWork(Int, code: String)
        /// Somebody on the way answers in its place, with a page.
        case gateway(Int)
        /// It hangs until its caller gives up.
        case hangs
        /// It is not worked on, and its caller waits for as long as its time-out allows.
        case timesOut
        /// It is worked on; what is answered is no message of the contract.
        case unreadable
    }

    struct State {
        var requests: [HTTPRequest] = []
        var faults: [(method: HTTPMethod, suffix: String, fault: Fault)] = []
        var validTokens: Set<String> = ["token"]
        var supportsWaiting = false
        /// Of every object: what a held answer is tagged with.
        var version = 1
        /// Whether the server only says that it holds its answers, and shows another version each time.
        var pretendsToHold = false
        var pageSize = 100
        var institutions: [InstitutionResource] = FakeServer.institutions
        var enrollments: [EnrollmentResource] = []
        var intents: [PaymentIntentResource] = []
        var answers: [String: (fingerprint: [UInt8], response: HTTPResponse)] = [:]
        /// How often the options are asked for before they are there.
        var asksBeforeOptions = 2
        /// How often an enrollment or intent is read before it ends; `nil` never.
        var readsBeforeEnd: Int? = 2
        var enrollmentEnd = EnrollmentStatus.succeeded
        var intentEnd = PaymentIntentStatus.succeeded
        var confirmed: Set<EnrollmentID> = []
        var credentials: [[UInt8]] = []
        var authorizations = 0
        /// What each intent was authorised with: the same again is accepted again.
        var assertions: [PaymentIntentID: JSONValue] = [:]
        var isInvalidated = false
        var nextID: UInt64 = 1
    }

    let state = Locked(State())
    let clock: TestClock

    init(clock: TestClock) { self.clock = clock }

    static let bank = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    static let beneficiary = BankAccountID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
    static let customer = CustomerID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0003)

    static let institutions = [
        InstitutionResource(
            id: bank,
            name: "Banco Jequitibá",
            displayName: "Jequitibá",
            iconLogo: "https://b.example/i.png"
        ),
        InstitutionResource(
            id: InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0009),
            name: "Banco Ipê",
            displayName: "Ipê"
        ),
    ]

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func requests(_ method: HTTPMethod, _ suffix: String) -> [HTTPRequest] {
        requests.filter { $0.method == method && path(of: $0).hasSuffix(suffix) }
    }

    func fail(_ method: HTTPMethod, _ suffix: String, _ faults: Fault...) {
        state.withLock { state in
            for fault in faults { state.faults.append((method, suffix, fault)) }
        }
    }

    /// The bank has told the payer's account, and the merchant has written notes.
    func annotate() {
        let account = PayerInformation(
            institutionID: FakeServer.bank,
            agency: "1234",
            number: "123456789",
            accountType: .checkings
        )
        state.withLock { state in
            for index in state.enrollments.indices {
                state.enrollments[index].metadata["order"] = "7"
                state.enrollments[index].details.payerInformation = account
            }
            for index in state.intents.indices { state.intents[index].metadata["cart"] = "8" }
        }
    }

    func invalidate() { state.withLock { $0.isInvalidated = true } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        let fault: Fault? = state.withLock { state in
            state.requests.append(request)
            let path = path(of: request)
            guard
                let index = state.faults.firstIndex(where: { $0.method == request.method && path.hasSuffix($0.suffix) })
            else { return nil }
            return state.faults.remove(at: index).fault
        }
        await Task.yield()
        switch fault {
        case nil, .some(.none): return answer(request)
        case .lostRequest: throw TransportError(.notConnected, mayHaveReachedServer: false)
        case .lostAnswer:
            _ = answer(request)
            throw TransportError(.timedOut, mayHaveReachedServer: true)
        case .status(let status, let code, let headers):
            var response = FakeServer.refusal(status, code)
            for (name, value) in headers.all { response.headers[name] = value }
            return response
        case .statusAfterWork(let status, let code):
            _ = answer(request)
            return FakeServer.refusal(status, code)
        case .timesOut:
            clock.advance(milliseconds: request.timeoutMilliseconds)
            throw TransportError(.timedOut, mayHaveReachedServer: true)
        case .unreadable:
            let status = answer(request).status
            return HTTPResponse(status: status, body: Array("<html>52998224725</html>".utf8))
        case .gateway(let status): return HTTPResponse(status: status, body: Array("<html>Sign in</html>".utf8))
        case .hangs:
            try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            throw TransportError(.cancelled, mayHaveReachedServer: true)
        }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            guard let token = request.headers["Authorization"]?.dropFirst("Bearer ".count),
                state.validTokens.contains(String(token))
            else { return FakeServer.refusal(401, "token_not_valid") }
            guard request.headers["Chave-Device"]?.utf8.count == 43 else {
                return FakeServer.refusal(403, "permission_denied")
            }
            guard request.method == .post, let key = request.headers["Idempotency-Key"] else {
                return route(request, &state)
            }
            let fingerprint = Array(request.url.utf8) + (request.body ?? [])
            if let known = state.answers[key] {
                return known.fingerprint == fingerprint
                    ? known.response : FakeServer.refusal(422, "idempotency_conflict")
            }
            let response = route(request, &state)
            if response.isSuccess { state.answers[key] = (fingerprint, response) }
            return response
        }
    }

    static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
        let item: JSONValue = [
            "request_id": "0123456789abcdef0123456789abcdef", "code": .string(code), "message": "Do it otherwise.",
        ]
        return HTTPResponse(status: status, body: JSONValue.array([item]).encoded())
    }

    private func path(of request: HTTPRequest) -> String {
        String(request.url.split(separator: "?")[0])
    }
}
