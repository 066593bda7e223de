import ChaveBase
import ChaveWire
import Foundation
import PaymentsCore

/// The server's keys: files of mode 0600 in `keys/` of the data directory, made when there are none.
///
/// A copy of the database without the keys reveals nothing personal, and lost keys mean lost data. Therefore keys are
/// made only after ``DataInventory`` has confirmed that no data needs the missing ones.
struct SecretFiles: Sendable {
    let fieldKeyPath: String
    let tokenKeyPath: String
    let operatorKeyPath: String
    let folder: String
    /// Replaces a file as a whole.
    var write: @Sendable (_ bytes: [UInt8], _ path: String) throws -> Void = { try PrivateFile.write($0, to: $1) }

    /// The reason why the keys cannot be used.
    enum Problem: Error, Hashable, CustomStringConvertible {
        case tooOpen(String)
        case unreadable(String)
        case damaged(String)
        /// The file is missing, and the data beside it is useless without it.
        case missing(String, wayOut: String)
        /// The file exists, but the data was sealed with another key.
        case foreign(String)
        /// The file exists, but differs from the one of the database's other nodes.
        case differing(String, wayOut: String)
        /// The file belongs to another user, and the new file cannot be given to that user.
        case othersFile(String)
        /// Another rotation is running.
        case rotating(String)

        var description: String {
            switch self {
            case .tooOpen(let path): "Others may read \(path). Run: chmod 600 \(path)"
            case .unreadable(let path): "\(path) cannot be read or written. Check its owner and its disk."
            case .damaged(let path): "\(path) is damaged. Restore it from the backup."
            case .missing(let path, let wayOut): "\(path) is missing, and the data beside it needs it. \(wayOut)"
            case .foreign(let path):
                "\(path) is not the key that this data was sealed with. Restore the right one from the backup."
            case .differing(let path, let wayOut):
                "\(path) is not the one that the other nodes of this database have. \(wayOut)"
            case .othersFile(let path): "\(path) belongs to another user. Run this as that user, or as root."
            case .rotating(let path):
                "Another rotation of the keys in \(path) is under way. Run this when it has ended."
            }
        }
    }

    init(dataDirectory: String) {
        folder = "\(dataDirectory)/keys"
        fieldKeyPath = "\(folder)/field.json"
        tokenKeyPath = "\(folder)/token.json"
        operatorKeyPath = "\(folder)/operator.json"
    }

    func store(_ id: String, _ secret: [UInt8], at path: String, more: [(String, JSONValue)] = []) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        var object = JSONObject()
        object["id"] = .string(id)
        object["secret"] = .string(Base64URL.encode(secret))
        for (name, value) in more { object[name] = value }
        try write(JSONValue.object(object).encoded(), path)
    }
}
