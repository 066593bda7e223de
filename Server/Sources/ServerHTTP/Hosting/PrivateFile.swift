import ChaveWire
import Foundation

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

    /// `nil` when there is none; one that cannot be looked at is not taken for none.
    static func read(_ path: String) throws -> JSONValue? {
        guard access(path, F_OK) == 0 else {
            if errno == ENOENT { return nil }
            throw SecretFiles.Problem.unreadable(path)
        }
        // Of what a link leads to: a secret that is mounted may be one.
        let target = (path as NSString).resolvingSymlinksInPath
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        guard let mode = attributes?[.posixPermissions] as? NSNumber else {
            throw SecretFiles.Problem.unreadable(path)
        }
        guard mode.intValue & 0o077 == 0 else { throw SecretFiles.Problem.tooOpen(path) }
        guard let data = FileManager.default.contents(atPath: path) else { throw SecretFiles.Problem.unreadable(path) }
        guard let json = try? JSONValue(parsing: Array(data)) else { throw SecretFiles.Problem.damaged(path) }
        return json
    }
}
