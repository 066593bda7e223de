import ChaveDeviceKeys
import Foundation

/// The files of a key store: read and replaced as a whole, never visible half-written.
struct StoreDirectory: Sendable {
    /// The steps of a write at which a machine may crash; tests stop at them.
    enum WriteStep: CaseIterable, Sendable {
        case created, halfWritten, written, synchronised, renamed
    }

    /// The error that a test throws to simulate a crash.
    struct Interruption: Error {}

    static let temporaryPrefix = ".tmp-"
    static let lockName = ".lock"

    let path: String
    /// The hook at each step of a write; a test's hook throws to stop there and leave the files of a crash behind.
    var atStep: @Sendable (WriteStep) throws -> Void = { _ in }
    /// The number of bytes of a file that are written before `.halfWritten`.
    var firstPart: @Sendable (_ size: Int) -> Int = { $0 / 2 }

    /// Opens the directory, and creates it with mode 0700 when it does not exist.
    init(path: String) throws(DeviceKeyError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw StoreDirectory.fault("make", path)
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoreDirectory.fault("open", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw DeviceKeyError(.store, "\(path) is not a directory", field: path)
        }
    }

    /// The names of the store's files, sorted; other files in the directory are ignored.
    func names() throws(DeviceKeyError) -> [String] {
        try entries().filter { name in
            !name.hasPrefix(".") && StoreFileName.suffixes.contains { name.hasSuffix($0) }
        }
    }

    /// Reads the file's bytes; `nil` when there is no file of that name.
    func read(_ name: String, atMost limit: Int) throws(DeviceKeyError) -> [UInt8]? {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreDirectory.fault("open", name)
        }
        defer { close(descriptor) }
        return try POSIXFile.readAll(descriptor, atMost: limit, name: name)
    }

    /// Replaces the file: temporary file, sync, rename, sync of the directory.
    func write(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        let temporary = StoreDirectory.temporaryPrefix + "\(name)-\(UInt64.random(in: 0 ... .max))"
        do {
            try writeThrough(temporary, bytes)
            guard rename(file(temporary), file(name)) == 0 else { throw StoreDirectory.fault("replace", name) }
            try atStep(.renamed)
            try synchroniseDirectory()
        } catch let error as DeviceKeyError {
            unlink(file(temporary))
            throw error
        } catch {
            // A test's interruption leaves all files as a crash would.
            throw DeviceKeyError(.store, "the write of \(name) was interrupted", field: name)
        }
    }

    func remove(_ name: String) throws(DeviceKeyError) {
        guard unlink(file(name)) == 0 || errno == ENOENT else { throw StoreDirectory.fault("remove", name) }
        try synchroniseDirectory()
    }

    /// Removes the half-written files of a crash; the caller holds the lock.
    func removeLeftovers() throws(DeviceKeyError) {
        for name in try entries() where name.hasPrefix(StoreDirectory.temporaryPrefix) { unlink(file(name)) }
    }

    /// Waits until no other process uses the store; the lock ends with `unlock`, or with the process.
    func lock() throws(DeviceKeyError) -> Int32 {
        let descriptor = open(file(StoreDirectory.lockName), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreDirectory.fault("open", StoreDirectory.lockName) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let fault = StoreDirectory.fault("lock", StoreDirectory.lockName)
                close(descriptor)
                throw fault
            }
        }
        return descriptor
    }

    func unlock(_ descriptor: Int32) { close(descriptor) }

    private func writeThrough(_ name: String, _ bytes: [UInt8]) throws {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreDirectory.fault("make", name) }
        defer { close(descriptor) }
        try atStep(.created)
        let cut = min(firstPart(bytes.count), bytes.count)
        try POSIXFile.writeAll(descriptor, bytes[..<cut], name: name)
        try atStep(.halfWritten)
        try POSIXFile.writeAll(descriptor, bytes[cut...], name: name)
        try atStep(.written)
        guard POSIXFile.synchronise(descriptor) else { throw StoreDirectory.fault("sync", name) }
        try atStep(.synchronised)
    }

    private func synchroniseDirectory() throws(DeviceKeyError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreDirectory.fault("open", path) }
        defer { close(descriptor) }
        guard POSIXFile.synchronise(descriptor) else { throw StoreDirectory.fault("sync", path) }
    }

    private func entries() throws(DeviceKeyError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw DeviceKeyError(.store, "cannot list \(path)", field: path)
        }
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }

    static func fault(_ verb: String, _ name: String) -> DeviceKeyError {
        DeviceKeyError(.store, "cannot \(verb) \(name): \(String(cString: strerror(errno)))", field: name)
    }
}
