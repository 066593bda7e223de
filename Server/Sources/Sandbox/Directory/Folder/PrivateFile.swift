import Foundation

/// Files that nobody but their owner can ever read.
enum PrivateFile {
    /// Writes a file as a whole: the old one stays until the new one is on disk.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = "\(path).new"
        // What an earlier run left, if any.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(bytes))
        try file.synchronize()
        try file.close()
        guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
