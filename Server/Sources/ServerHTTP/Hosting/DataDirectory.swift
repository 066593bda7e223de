import Foundation
public import PaymentsCore
import SQLiteWriter
import StorageSQLite

/// Work on a data directory without a server, or beside a running one.
public enum DataDirectory {
    /// Opens the database beside whoever else has it, does `body`, and closes it.
    public static func administer(
        _ directory: String,
        _ body: (Administration) async throws -> Void
    ) async throws {
        var options = GroupCommitWriter.Options()
        options.isShared = true
        let store = try SQLitePaymentsStore(directory: directory, options: options)
        do {
            try await body(Administration(store: store, world: .live))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// What is wrong with the databases of a directory that no server uses; empty when they are sound.
    public static func check(_ directory: String) async throws -> [String] {
        var options = GroupCommitWriter.Options()
        options.isShared = true
        let store = try SQLitePaymentsStore(directory: directory, options: options)
        let findings = try await store.check().map(\.description)
        await store.close()
        guard FileManager.default.fileExists(atPath: "\(directory)/bank.sqlite") else { return findings }
        return try await findings + BankFileCheck.findings(in: directory)
    }

    /// Brings the schema up to date, and says what it is now.
    public static func migrate(_ directory: String) async throws {
        let store = try SQLitePaymentsStore(directory: directory)
        await store.close()
    }
}
