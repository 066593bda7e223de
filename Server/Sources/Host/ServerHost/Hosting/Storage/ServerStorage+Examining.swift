import CardsStores
import ChaveBase
import PaymentsStores
import PostgresNodes
import SandboxBank
import SandboxCards

/// Operations on all stores of a place at once.
extension ServerStorage {
    /// Migrates every schema, including those of a bank and of cards when there are any.
    ///
    /// When several callers migrate a PostgreSQL at once, only one does, and the others wait. No server may use files
    /// meanwhile.
    ///
    /// - Returns: each step that was taken, by its store.
    func migrate() async throws -> [String] {
        guard let pool else {
            try await migrateFiles()
            return []
        }
        var taken: [String] = []
        var stores = PostgresStores.Store.ofEveryServer
        for store in PostgresStores.Store.allCases where !stores.contains(store) {
            if try await PostgresStores.isThere(store, over: pool) { stores.append(store) }
        }
        for store in stores {
            taken += try await PostgresStores.migrate(store, over: pool).map { "\(store.rawValue) \($0)" }
        }
        if try await hasBank() { taken += try await SandboxBank.migrate(over: pool).map { "bank \($0)" } }
        if try await SandboxCards.exists(over: pool) {
            taken += try await SandboxCards.migrate(over: pool).map { "cards \($0)" }
        }
        return taken
    }

    private func migrateFiles() async throws {
        try await withPayments(.serving) { _ in
            if try await hasBank() { try await SandboxBank.migrate(in: place.directory) }
            if try await hasSignIn() { try await withRecords(.serving) { _ in } }
            try await DataDirectory.migrateTokenActivations(place.directory)
        }
    }

    /// The findings of a check of all data at the place; empty when it is sound.
    ///
    /// No server may use files meanwhile; nodes over PostgreSQL may go on.
    func findings() async throws -> [String] {
        try await requireData()
        if let pool { try await PostgresStores.require(.nodes, over: pool) }
        return try await withPayments(.examining) { store in
            var findings = try await store.check().map(\.description)
            if try await hasBank() { findings += try await bankVerdict().findings }
            findings += try await tokenActivationFindings()
            return try await findings + signInFindings()
        }
    }

    private func bankVerdict() async throws -> LedgerVerdict {
        if let pool { return try await SandboxBank.verdict(over: pool) }
        return try await SandboxBank.verdict(in: place.directory)
    }

    private func tokenActivationFindings() async throws -> [String] {
        guard let pool else { return try await DataDirectory.tokenActivationFindings(place.directory) }
        var findings: [String] = []
        if try await PostgresStores.isThere(.tokenActivations, over: pool) {
            findings += try await SQLTokenActivationStore(over: pool, mayMigrate: false).check()
        }
        if try await SandboxCards.exists(over: pool) { findings += try await SandboxCards.verdict(over: pool).findings }
        return findings
    }

    private func signInFindings() async throws -> [String] {
        guard try await hasSignIn() else { return [] }
        return try await withRecords(.examining) { store in
            let inventory = SignInInventory(secrets: SecretFiles(dataDirectory: place.directory), store: store)
            return try await store.check() + inventory.unreadable()
        }
    }
}
