import Foundation

/// What is left of the disk that a directory is on.
enum DiskSpace {
    /// `nil` where it cannot be asked for.
    static func freeBytes(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
        )
    }
}
