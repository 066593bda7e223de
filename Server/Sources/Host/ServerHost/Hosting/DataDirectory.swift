import ChaveBase
public import PaymentsCore
import PaymentsStores
import SandboxBank

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
}

extension LedgerVerdict {
    /// As lines of a check.
    var findings: [String] { faults.map { "ledger: \($0)" } }
}
