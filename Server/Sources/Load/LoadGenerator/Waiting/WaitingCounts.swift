import ChaveTransport
import Synchronization

/// The shared counts of waiting clients, and the times of their cancels.
final class WaitingCounts: Sendable {
    private struct State {
        var report = WaitingReport()
        var woken = LatencyHistogram()
        /// The time of each client's cancel, in nanoseconds.
        var ended: [Int: Int64] = [:]
    }

    private let state = Mutex(State())

    func asked() { state.withLock { $0.report.questions += 1 } }
    func begins() { state.withLock { $0.report.held += 1 } }
    func endSent(_ client: Int, at moment: Int64) { state.withLock { $0.ended[client] = moment } }

    /// Records that a client stopped waiting; it counts as woken if its enrollment had ended.
    func stopped(_ client: Int, at moment: Int64, isWoken: Bool) {
        state.withLock { state in
            state.report.held -= 1
            if isWoken, let sent = state.ended[client] {
                state.woken.record((moment - sent) / 1_000)
            } else {
                state.report.lost += 1
            }
        }
    }

    var report: WaitingReport {
        state.withLock { state in
            var report = state.report
            report.woken = WaitingReport.WokenTimes(state.woken)
            return report
        }
    }
}

/// Counts the requests that the server holds.
struct QuestionCounter: HTTPTransport {
    let transport: any HTTPTransport
    let counts: WaitingCounts

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.headers["prefer"] != nil { counts.asked() }
        return try await transport.send(request)
    }
}
