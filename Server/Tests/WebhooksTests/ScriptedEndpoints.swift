import ChaveBase
import ChavePixModel
import Synchronization
import Webhooks

/// Endpoints without a network: what each answers is a closure, and what reached it is kept.
final class ScriptedEndpoints: WebhookTransport {
    struct Arrival: Sendable {
        var url: String
        var id: String
        var body: [UInt8]
        var headers: [String: String]
    }

    private struct State {
        var arrivals: [Arrival] = []
        var open: [String: Int] = [:]
        var mostOpen: [String: Int] = [:]
    }
    private let state = Mutex(State())
    private let answer: @Sendable (Arrival, Int) async -> AttemptResult

    /// `answer` gets the request and how many of its URL came before.
    init(_ answer: @escaping @Sendable (Arrival, Int) async -> AttemptResult) { self.answer = answer }

    convenience init(_ result: AttemptResult) { self.init { _, _ in result } }

    static let ok = AttemptResult.answered(status: 204, retryAfter: nil)
    static let broken = AttemptResult.answered(status: 500, retryAfter: nil)

    var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    func arrivals(at url: String) -> [Arrival] { arrivals.filter { $0.url == url } }
    /// The most requests to one URL, or for one event at one URL, that were open at once.
    func mostOpen(_ key: String) -> Int { state.withLock { $0.mostOpen[key] ?? 0 } }

    func send(_ request: WebhookRequest) async -> AttemptResult {
        let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        let arrival = Arrival(
            url: request.url.text,
            id: headers["webhook-id"] ?? "",
            body: request.body,
            headers: headers
        )
        let keys = [arrival.url, "\(arrival.url) \(arrival.id)"]
        let earlier = state.withLock { state in
            defer { state.arrivals.append(arrival) }
            for key in keys {
                state.open[key, default: 0] += 1
                state.mostOpen[key] = max(state.mostOpen[key] ?? 0, state.open[key] ?? 0)
            }
            return state.arrivals.count { $0.url == arrival.url }
        }
        let result = await answer(arrival, earlier)
        state.withLock { state in
            for key in keys { state.open[key, default: 1] -= 1 }
        }
        return result
    }
}

/// Never answers; goes away with its task.
func silence() async -> AttemptResult {
    let gate = AsyncStream<Void> { _ in }
    for await _ in gate {}
    return .failed(.timeout)
}
