import Foundation

/// The database file holds keys, so only its owner may read it; SQLite gives its side files the same rights.
enum BankFile {
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
            throw CocoaError(.fileWriteNoPermission)
        }
    }
}
