import ChaveBase
import ChavePixModel
import Console
import Hashing
import Logging
import PaymentsCore
import PaymentsStores
import Webhooks

/// The console's port over what the server keeps.
///
/// It hands on ids, statuses, times and amounts; what a record holds beside them stays here. A row that cannot be read is
/// left out and told in the log, by number.
struct StoredConsoleRecords: ConsoleRecords {
    let store: any ServerStore
    let payments: Payments
    let metrics: ServerMetrics
    let bell: ConsoleBell
    let world: World
    let logger: Logger

    /// What one list holds at most, whatever is asked for.
    static let longestList = 200

    func enrollments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [EnrollmentRow] {
        let limit = StoredConsoleRecords.limit(filter)
        let found = try await read("enrollments") { () async throws(StorageFault) in
            try await self.store.enrollmentsOfAll(status: filter.status, limit: limit)
        }
        return found.map(EnrollmentRow.init)
    }

    func payments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [PaymentRow] {
        let limit = StoredConsoleRecords.limit(filter)
        let found = try await read("payments") { () async throws(StorageFault) in
            try await self.store.paymentIntentsOfAll(status: filter.status, limit: limit)
        }
        return found.map(PaymentRow.init)
    }

    func deliveries(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [DeliveryRow] {
        let limit = StoredConsoleRecords.limit(filter)
        let found = try await read("deliveries") { () async throws(StorageFault) in
            try await self.store.deliveriesOfAll(status: filter.status, limit: limit)
        }
        return found.map(DeliveryRow.init)
    }

    func endSession(_ id: String, until end: Timestamp) async throws(ConsoleFailure) {
        _ = try await lookUp { () async throws(StorageFault) in
            try await self.store.spend(Self.pass(ofSession: id), until: end, at: self.world.now())
        }
    }

    func hasEnded(session id: String) async throws(ConsoleFailure) -> Bool {
        try await lookUp { () async throws(StorageFault) in try await self.store.isSpent(Self.pass(ofSession: id)) }
    }

    private static func pass(ofSession id: String) -> Digest { Digest(ofText: "console session \(id)") }

    var mark: Int { bell.mark }

    func change(after seen: Int, withinMilliseconds milliseconds: Int64) async -> ConsoleWait {
        await bell.change(after: seen, withinMilliseconds: milliseconds)
    }

    private static func limit(_ filter: ConsoleFilter) -> Int { min(max(filter.limit, 0), longestList) }

    private func read<Record>(
        _ list: String,
        _ body: () async throws(StorageFault) -> ReadableRows<Record>
    ) async throws(ConsoleFailure) -> [Record] {
        let rows = try await lookUp(body)
        tellUnreadable(rows.unreadable, of: list)
        return rows.records
    }

    /// A read whose failure is the console's.
    func lookUp<Value>(_ body: () async throws(StorageFault) -> Value) async throws(ConsoleFailure) -> Value {
        do throws(StorageFault) {
            return try await body()
        } catch {
            logger.error("console cannot read", metadata: ["error": .string("\(type(of: error.underlying))")])
            throw .unavailable
        }
    }

    func tellUnreadable(_ count: Int, of list: String) {
        guard count > 0 else { return }
        logger.error(
            "rows that cannot be read are left out of the console",
            metadata: ["list": .string(list), "rows": .stringConvertible(count)]
        )
    }
}
