import Foundation
import PaymentsCore
import PostgresNodes
import SQLiteWriter

/// The checks of a start before it serves, in their order, without making anything.
struct StartExamination {
    let storage: ServerStorage
    /// The server's parts; `nil` when they are unknown.
    let parts: ServerParts?

    private var directory: String { storage.place.directory }
    private var secrets: SecretFiles { SecretFiles(dataDirectory: directory) }
    private var mayBeSandbox: Bool { parts?.isSandbox ?? true }
    private var maySignIn: Bool { parts?.hasSignIn ?? true }

    /// - Throws: ``SecretFiles/Problem`` or ``SandboxClock/Damaged`` for the problem that would stop a start.
    func run() async throws {
        let keys = try await keys()
        if mayBeSandbox, storage.isInFiles { _ = try SandboxClock.storedAheadSeconds(in: directory) }
        try await requirePayments()
        for file in [SharedKeys.File.field, .token, .operatorKey, .merchant] { try await require(file, of: keys) }
        guard maySignIn else { return }
        try await requireSignIn()
        try await require(.signIn, of: keys)
        if mayBeSandbox, parts?.hasMailProgram != true { _ = try SignInParts.outbox(in: directory) { .current() } }
        try await require(.tenant, of: keys)
    }

    /// The nodes' records of their files, if a node has ever reported any.
    private func keys() async throws -> SharedKeys {
        guard let pool = storage.pool, try await PostgresStores.isThere(.nodes, over: pool) else {
            return SharedKeys(secrets: secrets, directory: directory, register: nil)
        }
        return try await storage.openKeys(.beside)
    }

    private func require(_ file: SharedKeys.File, of keys: SharedKeys) async throws {
        let isThere = FileManager.default.fileExists(atPath: "\(directory)/\(file.rawValue)")
        guard parts?.needs(file) ?? (isThere || file == .field || file == .token) else { return }
        try await keys.require(file)
        switch file {
        case .field: _ = try secrets.storedFieldKey()
        case .token: _ = try secrets.storedTokenKey()
        case .operatorKey: _ = try secrets.storedOperatorKey()
        case .signIn: _ = try secrets.storedSignInKeys()
        case .merchant: _ = try SandboxMerchant.stored(in: directory)
        case .tenant: _ = try SandboxTenant.stored(in: directory)
        }
    }

    private func requirePayments() async throws {
        guard try await storage.hasPayments() else { return }
        try await whereUpToDate {
            try await storage.withPayments(.beside) { store in
                try await storage.inventory(of: store).requireComplete(isSandbox: parts?.isSandbox ?? false)
            }
        }
    }

    private func requireSignIn() async throws {
        guard try await storage.hasSignIn() else { return }
        try await whereUpToDate {
            try await storage.withRecords(.beside) { store in
                try await SignInInventory(secrets: secrets, store: store).requireComplete()
            }
        }
    }

    /// Runs `body` unless the schema is older: a server migrates a schema before it reads it.
    private func whereUpToDate(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch MigrationRefusal.olderSchema {
            return
        }
    }
}
