import ChaveBase
import ChavePixModel
import InstitutionPort

/// A connector that measures the time of a bank's answers and compares its clock.
struct MeasuredConnector: InstitutionConnector {
    let connector: any InstitutionConnector
    let metrics: ServerMetrics
    let now: @Sendable () -> Timestamp

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        let started = ContinuousClock.now
        let reply = await connector.send(call, timeoutMilliseconds: timeoutMilliseconds)
        metrics.called(call.operation, reply, seconds: (ContinuousClock.now - started) / .seconds(1), at: now())
        return reply
    }

    func route(to institution: InstitutionID) async -> InstitutionRouting { await connector.route(to: institution) }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict { await connector.verify(question) }
}
