import ChaveDeviceKeys
import Foundation

/// A file with 32 random bytes that only its owner may read.
enum KeyFile {
    static let size = 32

    /// Reads the key; `nil` when there is no file.
    ///
    /// A file is refused when others may read it, when it belongs to another user, or when it is a link: its key is not
    /// secret.
    static func read(_ path: String) throws(DeviceKeyError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreDirectory.fault("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreDirectory.fault("inspect", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(path, "is not a plain file") }
        guard status.st_uid == geteuid() else { throw refusal(path, "belongs to another user") }
        guard status.st_mode & 0o077 == 0 else { throw refusal(path, "may be read by others; set its mode to 0600") }
        let key = try POSIXFile.readAll(descriptor, atMost: size, name: path)
        guard key.count == size else { throw refusal(path, "does not hold \(size) bytes") }
        return key
    }

    /// Creates a key file with mode 0600, or reads the file that another process created first.
    static func make(_ path: String, key: [UInt8]) throws(DeviceKeyError) -> [UInt8] {
        let temporary = "\(path).\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreDirectory.fault("make", path) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        try POSIXFile.writeAll(descriptor, key[...], name: path)
        guard POSIXFile.synchronise(descriptor) else { throw StoreDirectory.fault("sync", path) }
        // A link, unlike a rename, never replaces an existing key.
        if link(temporary, path) != 0, errno != EEXIST { throw StoreDirectory.fault("make", path) }
        try synchroniseParent(path)
        guard let stored = try read(path) else { throw StoreDirectory.fault("open", path) }
        return stored
    }

    private static func synchroniseParent(_ path: String) throws(DeviceKeyError) {
        let parent = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        let descriptor = open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreDirectory.fault("open", path) }
        defer { close(descriptor) }
        guard POSIXFile.synchronise(descriptor) else { throw StoreDirectory.fault("sync", path) }
    }

    private static func refusal(_ path: String, _ problem: String) -> DeviceKeyError {
        DeviceKeyError(.store, "the key file \(path) \(problem)", field: path)
    }
}
