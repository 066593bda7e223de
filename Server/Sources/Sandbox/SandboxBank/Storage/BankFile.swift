import Foundation
import SQLPort
import SQLiteWriter

/// The database file holds keys, so only its owner may read it; SQLite gives its side files the same permissions.
enum BankFile {
    static func path(in directory: String) -> String {
        directory.hasSuffix("/") ? "\(directory)bank.sqlite" : "\(directory)/bank.sqlite"
    }

    /// Creates the directory and an empty file where there is none.
    static func prepare(_ path: String) throws {
        let manager = FileManager.default
        let directory = (path as NSString).deletingLastPathComponent
        if !directory.isEmpty {
            try manager.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        guard !manager.fileExists(atPath: path) else { return }
        guard manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path])
        }
    }
}

extension SandboxBank {
    /// Whether `directory` has a bank.
    public static func exists(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: BankFile.path(in: directory))
    }

    /// Migrates the schema of the bank in `directory`; no server may use it during the call.
    public static func migrate(in directory: String) async throws {
        let writer = try GroupCommitWriter(path: BankFile.path(in: directory), migrations: BankSchema.all.migrations)
        await writer.close()
    }

    /// Checks the bank's file in `directory` without changes and without a running bank; no server may use it during
    /// the call.
    public static func verdict(in directory: String) async throws -> LedgerVerdict {
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        let writer = try GroupCommitWriter(
            path: BankFile.path(in: directory),
            migrations: BankSchema.all.migrations,
            options: options
        )
        do {
            let verdict = try await FileTurns<BankTurn>(writer).snapshot { try LedgerVerdict($0) }
            await writer.close()
            return verdict
        } catch {
            await writer.close()
            throw error
        }
    }
}
