import Foundation
import SQLPort
import SQLiteWriter

/// The database file holds people's names, so only its owner may read it; SQLite gives its side files the same
/// permissions.
enum CardsFile {
    static func path(in directory: String) -> String {
        directory.hasSuffix("/") ? "\(directory)\(SandboxCards.fileName)" : "\(directory)/\(SandboxCards.fileName)"
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

extension SandboxCards {
    /// The name of the database file in its directory; a backup copies it under that name.
    public static let fileName = "sandbox-cards.sqlite"

    /// Whether `directory` has a file of cards.
    public static func exists(in directory: String) -> Bool {
        FileManager.default.fileExists(atPath: CardsFile.path(in: directory))
    }

    /// Migrates the schema of the file in `directory`; no server may use the file during the call.
    public static func migrate(in directory: String) async throws {
        let writer = try GroupCommitWriter(path: CardsFile.path(in: directory), migrations: CardsSchema.all.migrations)
        await writer.close()
    }

    /// Checks the file in `directory` without changes; no server may use the file during the call.
    public static func verdict(in directory: String) async throws -> CardsVerdict {
        try await withClosedFile(directory) { try await $0.snapshot { try CardsVerdict($0) } }
    }

    /// The number of rows of each table in the file in `directory`; no server may use the file during the call.
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

/// The turn of the cards: all transactions at a desk run in one order, over all nodes.
///
/// A sandbox needs no more.
enum CardsTurn: Hashable, Sendable {
    case desk
}
