import App2App
import Foundation

/// A backend in memory: gives the answers in their order, the last one for ever, and keeps what it was asked.
final class ScriptedExchange: ActivationExchange {
    enum Answer: Sendable {
        case response(ActivationHTTPResponse)
        case lost
        /// Given up, as a task that was cancelled does.
        case givenUp
    }

    let requests = Recorded<ActivationHTTPRequest>()
    private let answers: [Answer]
    private let gate: Gate?

    /// With a gate each request waits there, as on its way.
    init(_ answers: [Answer], gate: Gate? = nil) {
        self.answers = answers
        self.gate = gate
    }

    func send(_ request: ActivationHTTPRequest) async throws -> ActivationHTTPResponse {
        requests.add(request)
        await gate?.pass()
        switch answers[min(requests.all.count, answers.count) - 1] {
        case .response(let response): return response
        case .lost: throw URLError(.networkConnectionLost)
        case .givenUp: throw CancellationError()
        }
    }

    static func json(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> Answer {
        .response(ActivationHTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    static func problem(_ status: Int, _ code: String, _ headers: [String: String] = [:]) -> Answer {
        json(status, #"{"type":"https://bank.example/problems/x","status":\#(status),"code":"\#(code)"}"#, headers)
    }

    static let active = json(200, #"{"id":"act-1","tokenReferenceID":"\#(Sample.token)","state":"ACTIVE"}"#)
}
