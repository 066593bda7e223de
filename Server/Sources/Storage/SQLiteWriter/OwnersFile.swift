import CSQLite
import Foundation

/// Where a database lies: a file for its owner alone, in a directory for its owner alone.
package enum OwnersFile {
    /// Makes what is not there yet, whatever the process's mask is.
    ///
    /// SQLite itself would take the mask, and gives the log and its index the rights of the database.
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
