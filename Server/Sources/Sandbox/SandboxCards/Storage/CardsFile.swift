import Foundation
import SQLPort
import SQLiteWriter

/// The database file holds people's names, so only its owner may read it; SQLite gives its side files the same rights.
enum CardsFile {
    static func path(in directory: String) -> String {
        directory.hasSuffix("/") ? "\(directory)\(SandboxCards.fileName)" : "\(directory)/\(SandboxCards.fileName)"
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

extension SandboxCards {
    /// What the database file is called in its directory; a backup copies it under that name.
    public static let fileName = "sandbox-cards.sqlite"

    /// Whether cards were made in `directory`.
    public static func exists(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: CardsFile.path(in: directory))
    }

    /// Brings the schema of the file in `directory` up to date; no server may use it meanwhile.
    public static func migrate(in directory: String) async throws {
        let writer = try GroupCommitWriter(path: CardsFile.path(in: directory), migrations: CardsSchema.all.migrations)
        await writer.close()
    }

    /// Examines the file in `directory` as it is; no server may use it meanwhile.
    public static func verdict(in directory: String) async throws -> CardsVerdict {
        try await withClosedFile(directory) { try await $0.snapshot { try CardsVerdict($0) } }
    }

    /// How many rows each table of the file in `directory` has; no server may use it meanwhile.
    public static func rows(in directory: String) async throws -> [String: Int64] {
        try await withClosedFile(directory) { try await $0.snapshot { try CardsVerdict.rows($0) } }
    }

    private static func withClosedFile<Value: Sendable>(
        _ directory: String,
        _ work: (FileTurns<CardsTurn>) async throws -> Value
    ) async throws -> Value {
        var options = GroupCommitWriter.Options()
        options.mayMigrate = false
        let writer = try GroupCommitWriter(
            path: CardsFile.path(in: directory),
            migrations: CardsSchema.all.migrations,
            options: options
        )
        do {
            let value = try await work(FileTurns(writer))
            await writer.close()
            return value
        } catch {
            await writer.close()
            throw error
        }
    }
}
