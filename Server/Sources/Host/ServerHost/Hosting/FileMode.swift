import Foundation

/// Who may do what with a file.
enum FileMode {
    /// The file's permissions, of what a link leads to; `nil` where it cannot be asked for.
    static func of(_ path: String) -> Int? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}
