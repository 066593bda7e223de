import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import GRDB
import Logging
import PaymentsCore
import PostgresClient
import StoreTestSupport
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The console's records over a server of a test.
struct ConsoleRig {
    let server: TestServer
    let records: StoredConsoleRecords
    let metrics = ServerMetrics()
    let log = LogCapture()

    init(_ server: TestServer) {
        self.server = server
        records = StoredConsoleRecords(
            store: server.store,
            payments: server.payments,
            metrics: metrics,
            bell: ConsoleBell(world: server.clock.world),
            world: server.clock.world,
            logger: log.logger
        )
    }

    /// An endpoint of the merchant that wants everything.
    func hear(_ merchant: TestServer.Merchant, at url: String = "https://loja.example:8443/ganchos?chave=geheim")
        async throws -> Reply
    {
        try await server.done(
            .post("/payments/br/webhooks/", ["url": .string(url), "bearer_token": "geheim-token"]),
            as: merchant.basic
        )
    }

    /// The newest payments, of one status or of all.
    func payments(status: String? = nil) async throws -> [PaymentRow] {
        var filter = PaymentFilter()
        filter.status = status
        return try await records.payments(filter, before: nil, limit: 50).rows
    }

    /// All that the port gives, as a debugger would show it.
    func everything(searching names: [String]) async throws -> String {
        var shown = ""
        let filter = ConsoleFilter()
        for status in [nil, "PENDING", "PROCESSING", "SUCCEEDED", "FAILED", "CANCELED"] {
            dump(try await records.enrollments(ConsoleFilter(status: status)), to: &shown)
            dump(try await payments(status: status), to: &shown)
        }
        for row in try await records.enrollments(filter) { dump(try await records.enrollment(row.id), to: &shown) }
        for row in try await payments() { dump(try await records.payment(row.id), to: &shown) }
        for row in try await records.deliveries(filter) { dump(try await records.delivery(row.id), to: &shown) }
        for name in names { dump(try await records.objects(named: name), to: &shown) }
        let day = TestClock.beginning
        dump(try await records.outcomes(from: day, stepSeconds: 60, count: 60), to: &shown)
        dump(try await records.settlement(since: day), to: &shown)
        dump(try await records.totals(PaymentFilter()), to: &shown)
        dump(try await records.openProblems(), to: &shown)
        dump(try await records.merchants(), to: &shown)
        dump(await records.routeLatencies(), to: &shown)
        return shown
    }
}

extension TestServer {
    /// Does to the store what no part of the server does: as a disk or another hand would.
    func rewriteStore(_ sql: StoredSQL) async throws {
        if let database {
            _ = try await database.pool.run(PostgresBatch(.writes, [PostgresStatement(sql.postgres)]))
            return
        }
        try DatabaseQueue(path: "\(directory)/payments.sqlite").inDatabase { try $0.execute(sql: sql.sqlite) }
    }
}

extension StoredConsoleRecords {
    /// As somebody types it.
    func objects(named typed: String) async throws -> [ConsoleObject] {
        guard let name = TypedText(typed) else { return [] }
        return try await objects(named: name)
    }
}
