import Foundation

/// The free space of the disk with a directory.
enum DiskSpace {
    /// The free bytes; `nil` when they cannot be read.
    static func freeBytes(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
        )
    }
}
