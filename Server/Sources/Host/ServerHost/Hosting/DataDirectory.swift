import ChaveBase
public import PaymentsCore
import PaymentsStores
import SandboxBank

/// Operations on a server's data, without a server or beside running ones.
///
/// The data is in a data directory, or in PostgreSQL with a directory of keys.
public enum DataDirectory {
    /// There is no data at the place.
    public struct Missing: Error, CustomStringConvertible {
        let place: DataPlace
        public var description: String {
            guard place.database != nil else {
                return "There is no data in \(place). Start a server there first (chave serve), or give another --data."
            }
            return "There is no data in \(place). Start a server over it first, or run: chave db migrate"
        }
    }

    /// Opens the database beside other processes, runs `body`, and closes it.
    ///
    /// - Throws: ``Missing`` when there is none, unless it `mayCreate` one.
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

    /// The findings of a check of all data; empty when it is sound.
    ///
    /// No server may use files meanwhile; nodes over PostgreSQL may go on.
    public static func check(_ place: DataPlace) async throws -> [String] {
        try await ServerStorage.with(place) { try await $0.findings() }
    }

    /// The number of rows of each table, by its name, in a directory that no server uses.
    static func rows(_ directory: String) async throws -> [String: Int64] {
        try await ServerStorage.with(.files(directory)) { storage in
            try await storage.requireData()
            let others = try await signInRows(directory).merging(tokenActivationRows(directory)) { signIn, _ in signIn }
            return try await storage.withPayments(.examining) { try await $0.rowCounts() }
                .merging(others) { payments, _ in payments }
        }
    }

    /// Migrates all schemas, and returns the steps that were taken, as far as the database reports them.
    ///
    /// No server may use files meanwhile. When several callers migrate a PostgreSQL at once, only one does, and the
    /// others wait.
    @discardableResult public static func migrate(_ place: DataPlace) async throws -> [String] {
        try await ServerStorage.with(place) { try await $0.migrate() }
    }
}

extension LedgerVerdict {
    /// The faults as lines of a check.
    var findings: [String] { faults.map { "ledger: \($0)" } }
}
