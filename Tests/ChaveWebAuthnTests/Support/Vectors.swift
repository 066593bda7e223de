import ChaveWire
import Foundation

/// The test data that is read in place: `CHAVE_VECTORS`, or `../shared/vectors` beside the checkout.
enum Vectors {
    static let directory: String = {
        if let directory = ProcessInfo.processInfo.environment["CHAVE_VECTORS"] { return directory }
        let parts = #filePath.split(separator: "/").dropLast(5)
        return "/" + parts.joined(separator: "/") + "/shared/vectors"
    }()

    static var areThere: Bool { FileManager.default.fileExists(atPath: directory + "/webauthn_l3.json") }

    struct Missing: Error {
        let name: String
    }

    static func load(_ name: String) throws -> JSONValue {
        guard let data = FileManager.default.contents(atPath: directory + "/" + name) else { throw Missing(name: name) }
        return try JSONValue(parsing: Array(data), limits: .list)
    }
}
