import ChaveWire
import Foundation

/// A small file that only its owner may read.
enum PrivateFile {
    /// Writes a draft, syncs it and renames it, so that the file appears whole or not at all.
    ///
    /// The new file keeps the owner and the owner's permissions of the old one. Otherwise the service could not read a
    /// file that root wrote for itself. Other users get no permissions, whatever they had before.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = "\(path).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw SecretFiles.Problem.unreadable(path) }
        defer { close(file) }
        try giveOwner(of: path, to: file, at: draft)
        guard bytes.withUnsafeBytes({ Foundation.write(file, $0.baseAddress, $0.count) }) == bytes.count,
            fsync(file) == 0, rename(draft, path) == 0
        else { throw SecretFiles.Problem.unreadable(path) }
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private static func giveOwner(of path: String, to file: Int32, at draft: String) throws {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT else { throw SecretFiles.Problem.unreadable(path) }
            return
        }
        let there = try Standing(path)
        let new = try Standing(draft)
        if (there.owner, there.group) != (new.owner, new.group) {
            guard fchown(file, there.owner, there.group) == 0 else { throw SecretFiles.Problem.othersFile(path) }
        }
        guard fchmod(file, there.mode & 0o700) == 0 else { throw SecretFiles.Problem.unreadable(path) }
    }

    /// The owner and the permissions of a file, or of a link's target.
    private struct Standing {
        let owner: uid_t
        let group: gid_t
        let mode: mode_t

        init(_ path: String) throws {
            let target = (path as NSString).resolvingSymlinksInPath
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
                let owner = attributes[.ownerAccountID] as? NSNumber,
                let group = attributes[.groupOwnerAccountID] as? NSNumber,
                let mode = attributes[.posixPermissions] as? NSNumber
            else { throw SecretFiles.Problem.unreadable(path) }
            self.owner = owner.uint32Value
            self.group = group.uint32Value
            self.mode = mode_t(mode.uint16Value)
        }
    }

    /// Reads a file; `nil` when there is none, and an error when it cannot be examined.
    static func read(_ path: String, limits: JSONLimits = .standard) throws -> JSONValue? {
        guard access(path, F_OK) == 0 else {
            if errno == ENOENT { return nil }
            throw SecretFiles.Problem.unreadable(path)
        }
        // The link's target counts: a mounted secret may be a link.
        let target = (path as NSString).resolvingSymlinksInPath
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        guard let mode = attributes?[.posixPermissions] as? NSNumber else {
            throw SecretFiles.Problem.unreadable(path)
        }
        guard mode.intValue & 0o077 == 0 else { throw SecretFiles.Problem.tooOpen(path) }
        guard let data = FileManager.default.contents(atPath: path) else { throw SecretFiles.Problem.unreadable(path) }
        guard let json = try? JSONValue(parsing: Array(data), limits: limits) else {
            throw SecretFiles.Problem.damaged(path)
        }
        return json
    }
}
