import Foundation

/// The permissions of a file.
enum FileMode {
    /// The file's permissions, or those of a link's target; `nil` when they cannot be read.
    static func of(_ path: String) -> Int? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}
