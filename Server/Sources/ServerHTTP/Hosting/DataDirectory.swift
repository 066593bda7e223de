import Foundation
public import PaymentsCore
import SQLiteWriter
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

    private static func requireData(in directory: String) throws {
        guard FileManager.default.fileExists(atPath: "\(directory)/payments.sqlite") else {
            throw Missing(directory: directory)
        }
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
        try requireData(in: directory)
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
