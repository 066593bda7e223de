import Foundation
public import PaymentsCore
import SQLiteWriter
import SandboxBank
import StoragePostgres
import StorageSQLite
import StoredForms

/// Work on a server's data without a server, or beside running ones: on a data directory, or on PostgreSQL and the directory
/// with the keys.
public enum DataDirectory {
    /// There is nothing to work on.
    public struct Missing: Error, CustomStringConvertible {
        let place: DataPlace
        public var description: String {
            guard place.database != nil else {
                return "There is no data in \(place). Start a server there first (chave serve), or give another --data."
            }
            return "There is no data in \(place). Start a server over it first, or run: chave db migrate"
        }
    }

    /// Opens the database beside whoever else has it, does `body`, and closes it.
    ///
    /// - Throws: ``Missing`` where there is none, unless it `mayCreate` one.
    public static func administer(
        _ place: DataPlace,
        mayCreate: Bool = false,
        _ body: (Administration) async throws -> Void
    ) async throws {
        try await ServerStorage.with(place) { storage in
            if !mayCreate { try await storage.requireData() }
            let world = try await storage.commandWorld()
            try await storage.withPayments(storage.useOfPayments()) { store in
                try await body(Administration(store: store, world: world))
            }
        }
    }

    /// What is wrong with everything that is kept there; empty when it is sound.
    ///
    /// No server may use files meanwhile; nodes over PostgreSQL may go on.
    public static func check(_ place: DataPlace) async throws -> [String] {
        try await ServerStorage.with(place) { try await $0.findings() }
    }

    /// How many rows each table of a directory that no server uses has, by the table's name.
    static func rows(_ directory: String) async throws -> [String: Int64] {
        try await ServerStorage.with(.files(directory)) { storage in
            try await storage.requireData()
            let others = try await signInRows(directory).merging(tokenActivationRows(directory)) { signIn, _ in signIn }
            return try await storage.withPayments(.examining) { try await $0.rowCounts() }
                .merging(others) { payments, _ in payments }
        }
    }

    /// Brings all schemas up to date, and says which steps that took where the database tells.
    ///
    /// No server may use files meanwhile; of several who do this over PostgreSQL at once one does, and the others wait.
    @discardableResult public static func migrate(_ place: DataPlace) async throws -> [String] {
        try await ServerStorage.with(place) { try await $0.migrate() }
    }

    /// Why a server would not start with what stands beside the database; works beside a running server.
    public static func problem(_ place: DataPlace) async throws -> String? {
        do {
            try requireReadable(place.directory)
            try await ServerStorage.with(place) { storage in
                let keys = try await problemOfKeys(storage)
                guard try await storage.hasPayments() else { return }
                try await storage.withPayments(.beside) { store in
                    try await storage.inventory(of: store).requireComplete(isSandbox: false)
                }
                guard try await storage.hasSignIn() else { return }
                try await storage.withRecords(.beside) { store in
                    try await SignInInventory(secrets: keys.secrets, store: store).requireComplete()
                }
            }
            return nil
        } catch let problem as SecretFiles.Problem {
            return problem.description
        } catch let damaged as SandboxClock.Damaged {
            return damaged.description
        } catch MigrationRefusal.olderSchema, PostgresSchemaRefusal.olderSchema {
            // A server brings it up to date before it looks.
            return nil
        }
    }

    /// - Throws: ``SecretFiles/Problem`` or ``SandboxClock/Damaged`` for a file that a start would stumble over.
    private static func requireReadable(_ directory: String) throws {
        let secrets = SecretFiles(dataDirectory: directory)
        _ = try secrets.storedFieldKey()
        _ = try secrets.storedTokenKey()
        _ = try secrets.storedOperatorKey()
        _ = try secrets.storedSignInKeys()
        _ = try SandboxMerchant.stored(in: directory)
        _ = try SandboxTenant.stored(in: directory)
        _ = try SandboxClock.storedAheadSeconds(in: directory)
    }

    /// - Throws: ``SecretFiles/Problem`` for a file that is not what the other nodes have.
    private static func problemOfKeys(_ storage: ServerStorage) async throws -> SharedKeys {
        guard let pool = storage.pool, try await PostgresStores.isThere(.nodes, over: pool) else {
            let secrets = SecretFiles(dataDirectory: storage.place.directory)
            return SharedKeys(secrets: secrets, directory: storage.place.directory, register: nil)
        }
        let keys = try await storage.openKeys(.beside)
        for file in SharedKeys.File.allCases { try await keys.require(file) }
        return keys
    }
}

extension LedgerVerdict {
    /// As lines of a check.
    var findings: [String] { faults.map { "ledger: \($0)" } }
}
