import ChaveBase
import ChavePixModel
import PaymentsStores
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLiteWriter
import ServerTestSupport
import SignInModel
import SignInStores

/// Everything that stands behind sign-in's storage port, and so must keep the same contract.
enum RecordBackend: String, CaseIterable, Sendable {
    case memory, sqlite, postgres

    /// Runs `body` with an empty store and the way to close it, and leaves nothing behind.
    func withStore(
        _ body: (_ store: any RecordStore, _ close: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let store = MemoryRecordStore()
            try await body(store) { store.close() }
        case .sqlite:
            try await withTemporaryDirectory { directory async throws in
                let store = try SQLRecordStore(directory: directory, options: .fast)
                do {
                    try await body(store) { await store.close() }
                } catch {
                    await store.close()
                    throw error
                }
                await store.close()
            }
        case .postgres:
            try await SharedServer.withPool("a test of the contract over PostgreSQL") { pool async throws in
                try await body(try await SQLRecordStore(over: pool)) { await pool.close() }
            }
        }
    }
}

/// Records that differ in what a test is about.
enum RecordSample {
    static func key(_ id: String, kind: String = "user", of tenant: String = "one") -> RecordKey {
        RecordKey(tenant: tenant, kind: kind, id: id)
    }

    /// A digest that stands for a value; a global one is the same for all tenants.
    static func index(
        _ name: String,
        _ digest: UInt8,
        kind: String = "user",
        unique isUnique: Bool = false
    ) -> BlindIndex {
        BlindIndex(kind: kind, name: name, digest: Array(repeating: digest, count: 32), isUnique: isUnique)
    }

    static func body(_ byte: UInt8, _ indexes: BlindIndex..., expiringAt seconds: Int64? = nil) -> RecordBody {
        RecordBody(
            bytes: [byte, 0, 255],
            indexes: indexes,
            expiresAt: seconds.map { .init(seconds: $0) }
        )
    }
}
