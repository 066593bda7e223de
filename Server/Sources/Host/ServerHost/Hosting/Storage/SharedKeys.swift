import ChaveBase
import ChaveWire
import Crypto
import PostgresNodes
import Synchronization

/// The files that must be equal on all nodes of one database, compared with digests in the database.
///
/// When the stores are files, there is one server and nothing to compare.
struct SharedKeys: Sendable {
    let secrets: SecretFiles
    let directory: String
    /// The nodes' register; `nil` when the stores are files.
    let register: PostgresNodeRegister?

    /// One of the files, by its path in the data directory.
    enum File: String, CaseIterable, Sendable {
        case field = "keys/field.json"
        case token = "keys/token.json"
        case operatorKey = "keys/operator.json"
        case signIn = "keys/sign-in.json"
        case merchant = "sandbox.json"
        case tenant = "sandbox-sign-in.json"
    }

    /// Requires that this node has the same file as the other nodes; a file that no node has reported always passes.
    ///
    /// - Throws: ``SecretFiles/Problem``, which names the file and the next step.
    func require(_ file: File) async throws {
        guard let register else { return }
        let known = try await register.digests(of: file.rawValue)
        guard !known.isEmpty else { return }
        guard let own = try digest(of: file) else {
            throw SecretFiles.Problem.missing(path(of: file), wayOut: file.wayOut)
        }
        guard known.contains(own) else { throw SecretFiles.Problem.differing(path(of: file), wayOut: file.wayOut) }
    }

    /// Reports a file of this node to the others; when two nodes make one at once, only the first counts.
    func tell(_ file: File) async throws {
        guard let register, let own = try digest(of: file) else { return }
        try await register.tell(own, of: file.rawValue)
        try await require(file)
    }

    /// Runs `body`, which may replace files, while the nodes accept both versions.
    ///
    /// The nodes accept the old and the new version of a file until the new one is written, and then only the new one.
    ///
    /// - Throws: ``SecretFiles/Problem`` when a file differs from the nodes' version; nothing was replaced then.
    func replacing<Value>(_ body: (SecretFiles) throws -> Value) async throws -> Value {
        guard let register else { return try body(secrets) }
        let drafts = Drafts()
        var drafting = secrets
        drafting.write = { bytes, path in drafts.list.withLock { $0.append((bytes, path)) } }
        let value = try body(drafting)
        for (bytes, path) in drafts.list.withLock({ $0 }) {
            let place = File.allCases.first { self.path(of: $0) == path }
            guard let file = place, let json = try? JSONValue(parsing: bytes) else {
                try secrets.write(bytes, path)
                continue
            }
            let next = SharedKeys.digest(of: json, file)
            guard try await register.announce(next, after: try digest(of: file), of: file.rawValue) else {
                throw SecretFiles.Problem.differing(path, wayOut: file.wayOut)
            }
            try secrets.write(bytes, path)
            try await register.settle(next, of: file.rawValue)
        }
        return value
    }

    /// Makes a file, or replaces it when its content differs; after an interruption the next start goes on.
    ///
    /// - Throws: ``SecretFiles/Problem`` when the file differs from the nodes' version; a file that they know stays
    ///   unchanged then.
    func keep(_ content: JSONValue, as file: File) async throws {
        let path = path(of: file)
        if try PrivateFile.read(path) == content {
            try await tell(file)
            // The last process may have replaced the file without reporting that.
            return try await settle(file)
        }
        guard let register, try await !register.digests(of: file.rawValue).isEmpty else {
            try secrets.write(content.encoded(), path)
            return try await tell(file)
        }
        try await replacing { try $0.write(content.encoded(), path) }
    }

    private func settle(_ file: File) async throws {
        guard let register, let own = try digest(of: file) else { return }
        try await register.settle(own, of: file.rawValue)
    }

    /// The files of this node that differ from the nodes' versions; unreadable files are reported elsewhere.
    func differing() async throws -> [File] {
        guard let register else { return [] }
        var found: [File] = []
        for file in File.allCases {
            guard let own = try? digest(of: file) else { continue }
            let known = try await register.digests(of: file.rawValue)
            if !known.isEmpty, !known.contains(own) { found.append(file) }
        }
        return found
    }

    private func path(of file: File) -> String { "\(directory)/\(file.rawValue)" }

    /// The digest of a file; `nil` when the file is missing.
    private func digest(of file: File) throws -> [UInt8]? {
        try PrivateFile.read(path(of: file)).map { SharedKeys.digest(of: $0, file) }
    }

    /// The digest, derived with HKDF (RFC 5869) from the whole content.
    ///
    /// The content's secrets are 32 random bytes each, so the digest reveals nothing. No other value is derived with
    /// its purpose.
    private static func digest(of json: JSONValue, _ file: File) -> [UInt8] {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: json.encoded()),
            info: Array("chave shared file \(file.rawValue)".utf8),
            outputByteCount: 32
        )
        return key.withUnsafeBytes { [UInt8]($0) }
    }

    private final class Drafts: Sendable {
        let list = Mutex<[(bytes: [UInt8], path: String)]>([])
    }
}

extension SharedKeys.File {
    /// The next step when the file is missing or differs.
    fileprivate var wayOut: String {
        let copy = "Copy it from a node that serves, or restore it from the backup"
        switch self {
        case .field, .signIn, .merchant, .tenant: return "\(copy)."
        case .token: return "\(copy); where it is lost everywhere, run: chave keys rotate-signing --end-tokens"
        case .operatorKey: return "\(copy); where it is lost everywhere, run: chave keys operator --new"
        }
    }
}
