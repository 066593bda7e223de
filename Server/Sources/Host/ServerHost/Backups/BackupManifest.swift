import ChaveBase
import ChavePixModel
import ChaveWire
import Crypto
import Foundation

/// The list of a backup's files, `backup.json`; it is written last, so a folder without it is no backup.
struct BackupManifest: Equatable, Sendable {
    var madeAt: Timestamp
    var version: String
    /// Digest and length of each file, by its path inside the backup.
    var files: [String: File]

    struct File: Equatable, Sendable {
        var sha256: String
        var bytes: Int64

        init(sha256: String, bytes: Int64) {
            self.sha256 = sha256
            self.bytes = bytes
        }

        /// - Throws: ``BackupProblem/unreadable(_:)``, or `CancellationError` when the task is cancelled.
        init(reading path: String) throws {
            guard let file = FileHandle(forReadingAtPath: path) else { throw BackupProblem.unreadable(path) }
            defer { try? file.close() }
            var hash = SHA256()
            var bytes: Int64 = 0
            while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
                try Task.checkCancellation()
                hash.update(data: part)
                bytes += Int64(part.count)
            }
            let digest = hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }
            self.init(sha256: digest.joined(), bytes: bytes)
        }
    }

    static let name = "backup.json"

    init(madeAt: Timestamp, version: String, files: [String: File]) {
        self.madeAt = madeAt
        self.version = version
        self.files = files
    }

    init(readingFrom folder: String) throws {
        let path = "\(folder)/\(BackupManifest.name)"
        guard let data = FileManager.default.contents(atPath: path) else { throw BackupProblem.noBackup(folder) }
        guard let json = try? JSONValue(parsing: Array(data)), let text = json["made_at"]?.string,
            let madeAt = Timestamp(rfc3339: text), let version = json["version"]?.string,
            case .object(let list)? = json["files"]
        else { throw BackupProblem.unreadable(path) }
        var files: [String: File] = [:]
        for (name, entry) in list.members {
            guard let digest = entry["sha256"]?.string, case .number(let number)? = entry["bytes"],
                let bytes = number.int64
            else { throw BackupProblem.unreadable(path) }
            files[name] = File(sha256: digest, bytes: bytes)
        }
        self.init(madeAt: madeAt, version: version, files: files)
    }

    var json: JSONValue {
        var list = JSONObject()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            list[name] = ["sha256": .string(file.sha256), "bytes": .number(JSONNumber(file.bytes))]
        }
        return ["made_at": .string(madeAt.rfc3339), "version": .string(version), "files": .object(list)]
    }
}

/// The reason why a backup was not made, or cannot be trusted.
public enum BackupProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case exists(String)
    /// The folder cannot be made.
    case noPlace(String)
    case noBackup(String)
    case unreadable(String)
    case damaged(String)
    /// A rotation changed the keys during each try.
    case keysChanging(String)
    /// The data is in PostgreSQL: `address` is its address without a secret, `folder` the wanted place of the copy.
    case copiedElsewhere(address: String, directory: String, folder: String)

    public var description: String {
        switch self {
        case .exists(let path):
            "\(path) exists already. Give a name that is free: a backup is never written over another."
        case .noPlace(let path):
            "The backup's folder \(path) cannot be made. Give a folder in a place where this user may write."
        case .noBackup(let path): "\(path) is no backup: it has no \(BackupManifest.name)."
        case .unreadable(let path): "\(path) cannot be read or written. Check its owner and its disk."
        case .keysChanging(let path): "The keys in \(path) are being rotated. Make the backup when that has ended."
        case .copiedElsewhere(let address, let directory, let folder):
            """
            PostgreSQL is copied by its own programs, as of one moment and beside running nodes:
              pg_dump --format=custom --file='\(folder).dump' --dbname="\(address)"
            It asks for the password or takes it from ~/.pgpass. For a copy up to the last second use a base backup with its \
            log (pg_basebackup and archive_command). Keep \(directory)/keys elsewhere: without it the copy cannot be read.
            """
        case .damaged(let path): "\(path) is not what was written when the backup was made. Take another backup."
        }
    }
}
