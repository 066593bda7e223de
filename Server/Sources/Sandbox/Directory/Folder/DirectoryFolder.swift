public import ChaveBase
import ChaveJOSE
import Foundation
import OpenFinanceCertificates

/// The folder of a directory: its state, its authority, and a folder for each participant.
///
///     directory.json   authority.pem   root.pem root.key issuer.pem issuer.key   statements.key
///     server.pem server.key   participants/NAME/participant.json …
public struct DirectoryFolder: Sendable {
    public let path: String
    let world: World

    /// Why the folder cannot be used; the sentence names the file and the way out.
    public struct Problem: Error, Hashable, CustomStringConvertible, Sendable {
        public let description: String

        init(_ description: String) { self.description = description }
    }

    /// Opens the folder, and makes a new directory in it when there is none.
    ///
    /// `port` is the first of three ports of a new directory; an existing one keeps its own. It throws a ``Problem`` when
    /// files cannot be written.
    public init(_ path: String, port: Int = 9_443, world: World) throws {
        self.path = path
        self.world = world
        isNew = !FileManager.default.fileExists(atPath: "\(path)/directory.json")
        if isNew { try create(port: port) }
    }

    /// Whether this opening made the directory.
    public private(set) var isNew = false

    public func state() throws -> DirectoryState {
        try read(DirectoryState.self, "directory.json")
    }

    public func path(ofParticipant name: String) -> String { "\(path)/participants/\(name)" }

    /// The key that signs software statements.
    func statementKey() throws -> SigningKey {
        let file = "\(path)/statements.key"
        guard let key = try? SigningKey(pem: text("statements.key"), algorithm: .ps256) else {
            throw Problem("\(file) holds no RSA key in PEM. Put the old one back, or remove the folder and begin anew.")
        }
        return key.named(key.publicKey.thumbprint)
    }

    func authority() throws -> DevelopmentAuthority {
        let pem = DevelopmentAuthority.PEM(
            root: try text("root.pem"),
            rootKey: try text("root.key"),
            issuer: try text("issuer.pem"),
            issuerKey: try text("issuer.key")
        )
        do throws(DevelopmentAuthority.Unreadable) {
            return try DevelopmentAuthority(pem)
        } catch {
            throw Problem("The \(error.part) in \(path) cannot be read. Put the old file back, or begin anew.")
        }
    }

    // MARK: Files

    func text(_ name: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else {
            throw Problem("\(path)/\(name) cannot be read. Check that it is there and its owner.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text(name).utf8))
        } catch let error as DecodingError {
            throw Problem("\(path)/\(name) is not what this program wrote: \(error.place).")
        }
    }

    func write(_ state: DirectoryState) throws { try write(json: state, "directory.json") }

    func write(json value: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try put([UInt8](encoder.encode(value)), name)
    }

    func write(_ text: String, _ name: String) throws { try put([UInt8](text.utf8), name) }

    /// Writes a file as a whole, readable by its owner alone.
    private func put(_ bytes: [UInt8], _ name: String) throws {
        let file = "\(path)/\(name)"
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try PrivateFile.write(bytes, to: file)
        } catch {
            throw Problem("\(file) cannot be written. Check the owner of \(path) and the free space.")
        }
    }

    private func create(port: Int) throws {
        let now = world.now()
        let authority = try DevelopmentAuthority(name: "Chave Directory", now: now)
        let pem = try authority.pem
        try write(pem.rootKey, "root.key")
        try write(pem.root, "root.pem")
        try write(pem.issuerKey, "issuer.key")
        try write(pem.issuer, "issuer.pem")
        try write(pem.issuer + "\n" + pem.root + "\n", "authority.pem")
        try write(DevelopmentAuthority.newKeyPEM(), "statements.key")
        try writeServer([DirectoryAddress.host, DirectoryAddress.mutualHost], in: "", authority, Life(now: now))
        // The last one: a folder without it is made anew.
        try write(DirectoryState(port: port))
    }

    /// Makes a server's key and certificate in `folder`, whose name ends with a slash unless it is empty.
    @discardableResult
    func writeServer(
        _ names: [String],
        in folder: String,
        _ authority: DevelopmentAuthority,
        _ life: Life
    ) throws -> KeyFiles {
        let key = try DevelopmentAuthority.newKeyPEM()
        try write(key, "\(folder)server.key")
        try write(
            authority.server(names, keyPEM: key, now: life.start, seconds: life.seconds),
            "\(folder)server.pem"
        )
        return KeyFiles(certificate: "server.pem", key: "server.key")
    }
}

extension DecodingError {
    /// The member that was not understood.
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is no JSON" : "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is not understood"
        @unknown default: "it is not understood"
        }
    }
}

/// Files that nobody but their owner can ever read.
private enum PrivateFile {
    /// Writes a file as a whole: the old one stays until the new one is on disk.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = "\(path).new"
        // An interrupted run may have left a draft.
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
