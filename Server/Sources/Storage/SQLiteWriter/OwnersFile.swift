import CSQLite
import Foundation

/// A database file that only its owner may use, in a directory that only its owner may use.
package enum OwnersFile {
    /// Creates the missing directory and file, whatever the process's umask is.
    ///
    /// SQLite itself would follow the umask. It gives the log and its index the database's permissions.
    package static func path(of name: String, in directory: String) throws -> String {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path = directory + "/" + name
        guard !manager.fileExists(atPath: path) else { return path }
        guard manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw OpeningRefusal.cannotOpen(path: path, code: SQLITE_CANTOPEN)
        }
        return path
    }
}
