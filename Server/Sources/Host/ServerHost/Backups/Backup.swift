public import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import PostgresClient
import SQLiteWriter
import SandboxBank

/// A copy of a server's data in its own folder, made beside a running server.
///
/// Each database is a snapshot of one moment. The sandbox bank's copy comes second, so it is never older than the
/// platform's. A restored platform asks the bank for the difference, as after a crash. Keys are included only on
/// request: the copy without the keys reveals nothing personal, and is useless after the keys are lost.
public struct Backup: Sendable {
    /// The contents of a verified backup.
    public struct Contents: Hashable, Sendable {
        public var madeAt: Timestamp
        public var version: String
        public var bytes: Int64
        public var hasKeys: Bool
        /// The number of rows of each table, by its name.
        public var rows: [String: Int64]
        /// The findings of `chave db check` in the backup; empty when it is sound.
        public var findings: [String]
    }

    public let folder: String

    public init(folder: String) {
        // The draft beside the folder has the folder's name without a slash at the end.
        let kept = folder.reversed().drop { $0 == "/" }
        self.folder = kept.isEmpty ? folder : String(kept.reversed())
    }

    /// The suffix of a backup's folder until the backup is complete.
    static let draftSuffix = ".partial"

    private static let keyFiles = [
        "keys/field.json", "keys/token.json", "keys/operator.json", "keys/sign-in.json", "sandbox.json",
        "sandbox-sign-in.json", "load.json",
    ]

    /// The limit of tries when a rotation changes the keys during a copy.
    private static let tries = 5

    /// The directory whose files are the whole data of a place.
    ///
    /// - Throws: ``BackupProblem/copiedElsewhere(address:directory:folder:)``, which describes the backup of a
    ///   PostgreSQL.
    public static func directory(of place: DataPlace, for folder: String) throws -> String {
        guard let database = place.database else { return place.directory }
        throw BackupProblem.copiedElsewhere(
            address: database.addressWithoutSecrets,
            directory: place.directory,
            folder: folder
        )
    }

    /// Copies the data in `directory`; the folder appears whole or not at all, also when the task is cancelled
    /// meanwhile.
    public func make(of directory: String, withKeys: Bool, at now: Timestamp) async throws {
        try await make(of: directory, withKeys: withKeys, at: now, copying: Backup.copyDatabases)
    }

    /// `copying` makes the copies of the databases and names them.
    func make(
        of directory: String,
        withKeys: Bool,
        at now: Timestamp,
        copying: (_ directory: String, _ draft: String) async throws -> [String]
    ) async throws {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: folder) else { throw BackupProblem.exists(folder) }
        guard manager.fileExists(atPath: "\(directory)/payments.sqlite") else {
            throw DataDirectory.Missing(place: .files(directory))
        }
        let draft = folder + Backup.draftSuffix
        do {
            let names = try await Backup.copy(directory, to: draft, withKeys: withKeys, copying)
            var files: [String: BackupManifest.File] = [:]
            for name in names { files[name] = try BackupManifest.File(reading: "\(draft)/\(name)") }
            let manifest = BackupManifest(madeAt: now, version: ServerVersion.current, files: files)
            try PrivateFile.write(manifest.json.encoded(), to: "\(draft)/\(BackupManifest.name)")
            try manager.moveItem(atPath: draft, toPath: folder)
        } catch {
            try? manager.removeItem(atPath: draft)
            throw error
        }
    }

    /// Copies the databases, and the keys that sealed them at that moment.
    ///
    /// Keys that are equal before and after the copy did not change during it. After a rotation in between, copied data
    /// may be wrapped with a key that the key file lacks, so the copy is made again.
    private static func copy(
        _ directory: String,
        to draft: String,
        withKeys: Bool,
        _ copying: (_ directory: String, _ draft: String) async throws -> [String]
    ) async throws -> [String] {
        for _ in 0..<tries {
            try? FileManager.default.removeItem(atPath: draft)
            do {
                try makeFolder(draft)
            } catch {
                throw BackupProblem.noPlace(String(draft.dropLast(draftSuffix.count)))
            }
            let keys = keyContents(in: directory)
            let names = try await copying(directory, draft)
            let clock = try copyClock(of: directory, to: draft)
            guard withKeys else { return names + clock }
            guard keyContents(in: directory) == keys else { continue }
            for (name, content) in keys {
                try makeFolder(("\(draft)/\(name)" as NSString).deletingLastPathComponent)
                try PrivateFile.write(content, to: "\(draft)/\(name)")
            }
            return names + clock + keys.keys
        }
        throw BackupProblem.keysChanging("\(directory)/keys")
    }

    /// Copies the clock after the databases, so that it is never behind their deadlines; it is no secret and needs no
    /// keys.
    private static func copyClock(of directory: String, to draft: String) throws -> [String] {
        let name = SandboxClock.fileName
        guard let content = FileManager.default.contents(atPath: "\(directory)/\(name)") else { return [] }
        try PrivateFile.write(Array(content), to: "\(draft)/\(name)")
        return [name]
    }

    static func copyDatabases(of directory: String, to target: String) async throws -> [String] {
        var names = ["payments.sqlite"]
        if SandboxBank.exists(in: directory) { names.append("bank.sqlite") }
        if DataDirectory.hasSignIn(in: directory) { names.append("signin.sqlite") }
        names += DataDirectory.tokenActivationFiles(in: directory)
        for name in names {
            try await DatabaseCopy.write(of: "\(directory)/\(name)", to: "\(target)/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(target)/\(name)")
        }
        return names
    }

    private static func keyContents(in directory: String) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in keyFiles {
            contents[name] = FileManager.default.contents(atPath: "\(directory)/\(name)").map { Array($0) }
        }
        return contents
    }

    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Compares every file with the manifest, then opens a copy of the whole backup and runs the checks there.
    ///
    /// - Throws: ``BackupProblem`` when the folder is no backup, or differs from its manifest.
    public func verify() async throws -> Contents {
        let manifest = try BackupManifest(readingFrom: folder)
        for (name, file) in manifest.files {
            guard try BackupManifest.File(reading: "\(folder)/\(name)") == file else {
                throw BackupProblem.damaged("\(folder)/\(name)")
            }
        }
        // Opening a database writes files beside it, and a backup must not change.
        let place = NSTemporaryDirectory() + "chave-verify-" + UUID().uuidString
        try Backup.makeFolder("\(place)/keys")
        defer { try? FileManager.default.removeItem(atPath: place) }
        for name in manifest.files.keys {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(place)/\(name)")
        }
        let hasKeys = manifest.files["keys/field.json"] != nil
        var findings = try await DataDirectory.check(.files(place))
        if hasKeys, let problem = try await DataDirectory.problem(.files(place)) { findings.append(problem) }
        return Contents(
            madeAt: manifest.madeAt,
            version: manifest.version,
            bytes: manifest.files.values.reduce(0) { $0 + $1.bytes },
            hasKeys: hasKeys,
            rows: try await DataDirectory.rows(place),
            findings: findings
        )
    }
}
