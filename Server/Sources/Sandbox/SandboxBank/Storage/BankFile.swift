import Foundation
import SQLPort
import SQLiteWriter

/// The database file holds keys, so only its owner may read it; SQLite gives its side files the same rights.
enum BankFile {
    static func path(in directory: String) -> String {
        directory.hasSuffix("/") ? "\(directory)bank.sqlite" : "\(directory)/bank.sqlite"
    }

    /// Makes the directory and an empty file where there is none.
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
    /// Whether a bank was made in `directory`.
    public static func exists(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: BankFile.path(in: directory))
    }

    /// Brings the schema of the bank in `directory` up to date; no server may use it meanwhile.
    public static func migrate(in directory: String) async throws {
        let writer = try GroupCommitWriter(path: BankFile.path(in: directory), migrations: BankSchema.all.migrations)
        await writer.close()
    }

    /// Examines the bank in `directory` as it is, without a bank; no server may use it meanwhile.
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
