import ChaveBase
import PostgresNodes
import SignInModel

/// The rotation of the key that seals sign-in's records, step by step; `keys/sign-in.json` stores each step.
///
/// First the new key is added, and the old one still opens records. Then each record is sealed anew. The old key is
/// dropped when a walk through all records finds none that it sealed. No server may run meanwhile, because it would
/// seal with the old key.
struct SignInKeyRotation {
    let shared: SharedKeys
    let store: any ResealableRecordStore
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// No key opens some of the records, so the older key stays.
    struct Unreadable: Error, Hashable, CustomStringConvertible {
        let count: Int
        let path: String
        var description: String {
            "\(Counted.of(count, "record")) cannot be opened, so the older key stays in \(path). Run chave db check, and restore the backup "
                + "or that key's file; then run this again."
        }
    }

    private var secrets: SecretFiles { shared.secrets }

    /// Some nodes still run, and would seal with the old key.
    struct NodesServe: Error, Hashable, CustomStringConvertible {
        let nodes: [String]
        var description: String {
            "These nodes serve: \(nodes.joined(separator: ", ")). Stop all of them first; one that was killed counts for "
                + "\(PostgresNodeRegister.aliveForSeconds) seconds more."
        }
    }

    func run() async throws -> (id: String, records: Int) {
        try await shared.require(.signIn)
        try await requireNobodyServes()
        guard var keys = try secrets.storedSignInKeys() else {
            throw SecretFiles.Problem.missing(secrets.signInKeyPath, wayOut: "A server makes it when it starts.")
        }
        if keys.older.isEmpty {
            keys.older = [keys.current]
            keys.current = SignInKeys.Secret(id: Base64URL.encode(randomBytes(6)), bytes: randomBytes(32))
            try await storeKeys(keys)
        }
        let resealing = RecordResealing(store: store, vault: keys.vault, randomBytes: randomBytes)
        var records = 0
        while true {
            try Task.checkCancellation()
            let walk = try await resealing.walk()
            records += walk.resealed
            guard walk.unreadable == 0 else {
                throw Unreadable(count: walk.unreadable, path: secrets.signInKeyPath)
            }
            guard walk.older > 0 else { break }
        }
        // A node that was just starting had the older key before it reported itself.
        try await requireNobodyServes()
        keys.older = []
        try await storeKeys(keys)
        return (keys.current.id, records)
    }

    private func requireNobodyServes() async throws {
        guard let nodes = try await shared.register?.livingNodes(), !nodes.isEmpty else { return }
        throw NodesServe(nodes: nodes.map(\.name))
    }

    private func storeKeys(_ keys: SignInKeys) async throws {
        try await shared.replacing { try $0.storeSignInKeys(keys) }
    }
}
