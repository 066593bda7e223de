import ChaveBase
import ChavePixModel
import Console
import Hashing
import Logging
import PaymentsCore
import PaymentsModel
import PaymentsStores
import Webhooks

/// The console's port over the server's stored data.
///
/// It returns ids, statuses, times and amounts; the other values of a record stay here. A row that cannot be read is
/// left out, and the log gets the number of such rows.
struct StoredConsoleRecords: ConsoleRecords {
    let store: any ServerStore
    let payments: Payments
    let metrics: ServerMetrics
    let bell: ConsoleBell
    let world: World
    let logger: Logger

    /// The limit of rows in one list, whatever the caller asks for.
    static let longestList = 200
    /// The limit of a page of payments, which a file of them is read in too.
    static let longestPage = 500

    func enrollments(_ filter: ConsoleFilter) async throws(ConsoleFailure) -> [EnrollmentRow] {
        let limit = StoredConsoleRecords.limit(filter)
        let found = try await read("enrollments") { () async throws(StorageFault) in
            try await self.store.enrollmentsOfAll(status: filter.status, limit: limit)
        }
        return found.map(EnrollmentRow.init)
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

    /// Reads, and turns a storage fault into a failure of the console.
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
