import Foundation
public import PaymentsCore
import SQLiteWriter
import SandboxBank
import StorageSQLite

/// Work on a data directory without a server, or beside a running one.
public enum DataDirectory {
    /// There is nothing to work on.
    public struct Missing: Error, CustomStringConvertible {
        let directory: String
        public var description: String {
            "There is no data in \(directory). Start a server there first (chave serve), or give another --data."
        }
    }

    /// What may not be looked at is there: opening it says why it may not.
    private static func hasData(in directory: String) -> Bool {
        access("\(directory)/payments.sqlite", F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    static func requireData(in directory: String) throws {
        guard hasData(in: directory) else { throw Missing(directory: directory) }
    }

    /// Opens the database beside whoever else has it, does `body`, and closes it.
    ///
    /// - Throws: ``Missing`` where there is none, unless it `mayCreate` one.
    public static func administer(
        _ directory: String,
        mayCreate: Bool = false,
        _ body: (Administration) async throws -> Void
    ) async throws {
        if !mayCreate { try requireData(in: directory) }
        var options = GroupCommitWriter.Options()
        options.isShared = hasData(in: directory)
        try await withStore(directory, options) { try await body(Administration(store: $0, world: .live)) }
    }

    /// What is wrong with the databases of a directory that no server uses; empty when they are sound.
    public static func check(_ directory: String) async throws -> [String] {
        try requireData(in: directory)
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        return try await withStore(directory, options) { store in
            var findings = try await store.check().map(\.description)
            if SandboxBank.exists(in: directory) { findings += try await SandboxBank.verdict(in: directory).findings }
            findings += try await tokenActivationFindings(directory, options)
            return try await findings + signInFindings(directory, options)
        }
    }

    /// How many rows each table of a directory that no server uses has, by the table's name.
    static func rows(_ directory: String) async throws -> [String: Int64] {
        try requireData(in: directory)
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        let others = try await signInRows(directory, options)
            .merging(tokenActivationRows(directory, options)) { signIn, _ in signIn }
        return try await withStore(directory, options) { try await $0.rowCounts() }
            .merging(others) { payments, _ in payments }
    }

    /// Brings all schemas up to date; no server may use them meanwhile.
    public static func migrate(_ directory: String) async throws {
        try await withStore(directory, GroupCommitWriter.Options()) { _ in
            if SandboxBank.exists(in: directory) { try await SandboxBank.migrate(in: directory) }
            if hasSignIn(in: directory) { try await withSignInStore(directory, GroupCommitWriter.Options()) { _ in } }
            try await migrateTokenActivations(directory)
        }
    }

    /// Why a server would not start with what stands beside the database; works beside a running server.
    public static func problem(_ directory: String) async throws -> String? {
        do {
            let secrets = SecretFiles(dataDirectory: directory)
            _ = try secrets.storedFieldKey()
            _ = try secrets.storedTokenKey()
            _ = try secrets.storedOperatorKey()
            _ = try secrets.storedSignInKeys()
            _ = try SandboxMerchant.stored(in: directory)
            _ = try SandboxTenant.stored(in: directory)
            _ = try SandboxClock.storedAheadSeconds(in: directory)
            guard hasData(in: directory) else { return nil }
            var options = GroupCommitWriter.Options()
            options.isShared = true
            try await withStore(directory, options) { store in
                try await DataInventory(directory: directory, store: store).requireComplete(isSandbox: false)
            }
            guard hasSignIn(in: directory) else { return nil }
            try await withSignInStore(directory, options) { store in
                try await SignInInventory(secrets: secrets, store: store).requireComplete()
            }
            return nil
        } catch let problem as SecretFiles.Problem {
            return problem.description
        } catch let damaged as SandboxClock.Damaged {
            return damaged.description
        } catch MigrationRefusal.olderSchema {
            // A server brings it up to date before it looks.
            return nil
        }
    }

    /// Opens a database that is there, beside whoever else has it.
    static func withSharedStore<Value>(
        _ directory: String,
        _ body: (SQLitePaymentsStore) async throws -> Value
    ) async throws -> Value {
        try requireData(in: directory)
        var options = GroupCommitWriter.Options()
        options.isShared = true
        return try await withStore(directory, options, body)
    }

    private static func withStore<Value>(
        _ directory: String,
        _ options: GroupCommitWriter.Options,
        _ body: (SQLitePaymentsStore) async throws -> Value
    ) async throws -> Value {
        let store = try SQLitePaymentsStore(directory: directory, options: options)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}

extension LedgerVerdict {
    /// As lines of a check.
    var findings: [String] { faults.map { "ledger: \($0)" } }
}
