import ChaveBase
import ChavePixModel
import Pages
import Synchronization

@testable import Console

/// What a console is told, and what it has asked for.
final class ScriptedRecords: ConsoleRecords, CeremonyRecords, ExchangeRecords, SandboxTime {
    struct State {
        var enrollments: [EnrollmentRow] = []
        var payments: [PaymentRow] = []
        var deliveries: [DeliveryRow] = []
        var tally = PaymentTally(lines: [:])
        var yesterday = PaymentTally(lines: [:])
        var problems = OpenProblems(parked: 0, overdue: 0)
        var merchants: [MerchantName] = []
        /// The filters of the lists of payments that were asked for.
        var filters: [PaymentFilter] = []
        var days: [Timestamp] = []
        var views: [EnrollmentID: EnrollmentView] = [:]
        var paymentViews: [PaymentIntentID: PaymentView] = [:]
        var deliveryViews: [WebhookDeliveryID: DeliveryView] = [:]
        var exchanges: [BankExchange] = []
        var found: [ConsoleObject] = []
        var outcomes: [OutcomeStep] = []
        var settlement: LatencyFigure?
        var routes: [LatencyFigure] = []
        var failure: ConsoleFailure?
        var mark = 0
        var ahead: Int64 = 0
        /// Done once, when somebody waits.
        var whileWaiting: (@Sendable (inout State) -> Void)?
        /// Each wait ends at once with a change.
        var isBusy = false
        var isOver = false
        var endedSessions: Set<String> = []
        var askedSessions: Set<String> = []
        var calls: [String] = []
        var waits: [Int64] = []
    }

    private let state = Mutex(State())

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    var calls: [String] { state.withLock { $0.calls } }
    var waits: [Int64] { state.withLock { $0.waits } }
    var filters: [PaymentFilter] { state.withLock { $0.filters } }
    var days: [Timestamp] { state.withLock { $0.days } }

    private func ask<Value: Sendable>(
        _ call: String,
        _ value: (inout State) -> sending Value
    ) throws(ConsoleFailure) -> Value {
        let outcome: Result<Value, ConsoleFailure> = state.withLock { state in
            state.calls.append(call)
            if let failure = state.failure { return .failure(failure) }
            return .success(value(&state))
        }
        return try outcome.get()
    }

    /// Of sessions no call is noted: every page asks.
    func endSession(_ id: String, until end: Timestamp) async throws(ConsoleFailure) {
        try ofSessions { $0.endedSessions.insert(id) }
    }

    func hasEnded(session id: String) async throws(ConsoleFailure) -> Bool {
        try ofSessions { state in
            state.askedSessions.insert(id)
            return state.endedSessions.contains(id)
        }
    }

    @discardableResult
    private func ofSessions<Value: Sendable>(_ act: (inout State) -> Value) throws(ConsoleFailure) -> Value {
        let outcome: Result<Value, ConsoleFailure> = state.withLock { state in
            state.failure == .unavailable ? .failure(.unavailable) : .success(act(&state))
        }
        return try outcome.get()
    }

    func enrollments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [EnrollmentRow] {
        try ask("enrollments \(filter.status ?? "-") \(filter.limit)") { $0.enrollments }
    }

    func payments(
        _ filter: PaymentFilter,
        before cursor: PaymentIntentID?,
        limit: Int
    ) async throws(ConsoleFailure) -> PaymentList {
        try ask("payments \(filter.status ?? "-") \(limit)") { state in
            state.filters.append(filter)
            let rest = cursor.flatMap { id in state.payments.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
            let rows = Array(state.payments.dropFirst(rest).prefix(limit))
            return PaymentList(rows: rows, next: rest + limit < state.payments.count ? rows.last?.id : nil)
        }
    }

    func totals(_ filter: PaymentFilter) async throws(ConsoleFailure) -> PaymentTally {
        try ask("totals \(filter.status ?? "-")") { $0.tally }
    }

    func totals(from start: Timestamp, to end: Timestamp) async throws(ConsoleFailure) -> PaymentTally {
        try ask("day") { state in
            state.days.append(start)
            return state.days.count.isMultiple(of: 2) ? state.yesterday : state.tally
        }
    }

    func openProblems() async throws(ConsoleFailure) -> OpenProblems { try ask("problems") { $0.problems } }

    func merchants() async throws(ConsoleFailure) -> [MerchantName] { try ask("merchants") { $0.merchants } }

    func deliveries(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [DeliveryRow] {
        try ask("deliveries \(filter.status ?? "-") \(filter.limit)") { $0.deliveries }
    }

    func enrollment(_ id: EnrollmentID) async throws(ConsoleFailure) -> EnrollmentView? {
        try ask("enrollment") { $0.views[id] }
    }

    func payment(_ id: PaymentIntentID) async throws(ConsoleFailure) -> PaymentView? {
        try ask("payment") { $0.paymentViews[id] }
    }

    func delivery(_ id: WebhookDeliveryID) async throws(ConsoleFailure) -> DeliveryView? {
        try ask("delivery") { $0.deliveryViews[id] }
    }

    func objects(named name: TypedText) async throws(ConsoleFailure) -> [ConsoleObject] {
        try ask("find \(name.text)") { $0.found }
    }

    func revoke(_ id: EnrollmentID) async throws(ConsoleFailure) { try ask("revoke \(id.text)") { _ in () } }
    func cancel(_ id: PaymentIntentID) async throws(ConsoleFailure) { try ask("cancel \(id.text)") { _ in () } }
    func resend(_ id: WebhookDeliveryID) async throws(ConsoleFailure) { try ask("resend \(id.text)") { _ in () } }

    func outcomes(
        from start: Timestamp,
        stepSeconds: Int64,
        count: Int
    ) async throws(ConsoleFailure) -> [OutcomeStep] {
        try ask("outcomes \(start.seconds) \(stepSeconds) \(count)") { $0.outcomes }
    }

    func settlement(since start: Timestamp) async throws(ConsoleFailure) -> LatencyFigure? {
        try ask("settlement") { $0.settlement }
    }

    func routeLatencies() async -> [LatencyFigure] { state.withLock { $0.routes } }

    var mark: Int { state.withLock { $0.mark } }

    func change(after seen: Int, withinMilliseconds: Int64) async -> ConsoleWait {
        state.withLock { state in
            state.waits.append(withinMilliseconds)
            let work = state.whileWaiting
            state.whileWaiting = nil
            work?(&state)
            if state.isBusy { state.mark += 1 }
            if state.isOver { return .over }
            return state.mark == seen ? .timeIsUp : .changed
        }
    }

    func ceremonies(of object: ConsoleObject) async -> [Ceremony] { [] }

    func exchanges(of object: ConsoleObject) async -> [BankExchange] { state.withLock(\.exchanges) }

    var aheadSeconds: Int64 { state.withLock { $0.ahead } }

    func jump(seconds: Int64) async throws(ConsoleFailure) { try ask("jump \(seconds)") { $0.ahead += seconds } }
}
