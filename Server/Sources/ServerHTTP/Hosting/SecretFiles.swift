import ChaveJOSE
import ChaveWire
import Foundation
import PaymentsCore

/// The server's keys: files of mode 0600 in `keys/` of the data directory, made when there are none.
///
/// Whoever copies the database without them has nothing personal; whoever loses them has lost it too.
struct SecretFiles {
    private let directory: String
    private let randomBytes: (Int) -> [UInt8]

    /// Why the keys cannot be used.
    enum Problem: Error, CustomStringConvertible {
        case tooOpen(String)
        case unreadable(String)
        case damaged(String)

        var description: String {
            switch self {
            case .tooOpen(let path): "Others may read \(path). Run: chmod 600 \(path)"
            case .unreadable(let path): "\(path) cannot be read or written. Check its owner and its disk."
            case .damaged(let path):
                "\(path) is damaged. Restore it from a backup: without it sealed fields stay closed."
            }
        }
    }

    init(dataDirectory: String, randomBytes: @escaping (Int) -> [UInt8]) throws {
        directory = "\(dataDirectory)/keys"
        self.randomBytes = randomBytes
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    func fieldKey() throws -> FieldKey {
        let json = try secret("field.json") {
            ["id": .string(Base64URL.encode(randomBytes(6))), "secret": .string(Base64URL.encode(randomBytes(32)))]
        }
        guard let id = json["id"]?.string, let text = json["secret"]?.string, let bytes = try? Base64URL.decode(text),
            bytes.count == 32
        else { throw Problem.damaged("\(directory)/field.json") }
        return FieldKey(id: id, secret: bytes)
    }

    func tokenKey() throws -> SigningKey {
        let json = try secret("token.json") {
            let key = try SigningKey.generate(.es256)
            return [
                "id": .string(Base64URL.encode(randomBytes(6))),
                "secret": .string(Base64URL.encode(key.secretBytes ?? [])),
            ]
        }
        guard let id = json["id"]?.string, let text = json["secret"]?.string, let bytes = try? Base64URL.decode(text),
            let key = try? SigningKey(p256: bytes, keyID: id)
        else { throw Problem.damaged("\(directory)/token.json") }
        return key
    }

    private func secret(_ name: String, orMake make: () throws -> JSONValue) throws -> JSONValue {
        let path = "\(directory)/\(name)"
        if !FileManager.default.fileExists(atPath: path) {
            try PrivateFile.write(try make().encoded(), to: path)
        }
        return try PrivateFile.read(path)
    }
}

/// A small file that only its owner may read.
enum PrivateFile {
    /// Written beside its place, synced and renamed, so that it is there whole or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = "\(path).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw SecretFiles.Problem.unreadable(path) }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ Foundation.write(file, $0.baseAddress, $0.count) }) == bytes.count,
            fsync(file) == 0, rename(draft, path) == 0
        else { throw SecretFiles.Problem.unreadable(path) }
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    static func read(_ path: String) throws -> JSONValue {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        guard mode & 0o077 == 0 else { throw SecretFiles.Problem.tooOpen(path) }
        guard let data = FileManager.default.contents(atPath: path) else { throw SecretFiles.Problem.unreadable(path) }
        guard let json = try? JSONValue(parsing: Array(data)) else { throw SecretFiles.Problem.damaged(path) }
        return json
    }
}
