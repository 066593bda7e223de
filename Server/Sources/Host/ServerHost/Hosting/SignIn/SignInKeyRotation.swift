import ChaveBase
import PostgresNodes
import SignInCore

/// The exchange of the key that seals sign-in's records, step by step; each step is in `keys/sign-in.json`.
///
/// First the new key is there beside the old one, which goes on to open; then each record is sealed anew; when a walk through
/// all of them found none by the old one, that goes. No server runs meanwhile: one that did would seal with the key that goes.
struct SignInKeyRotation {
    let shared: SharedKeys
    let store: any ResealableRecordStore
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Some records are opened by no key that there is, so that the older key stays.
    struct Unreadable: Error, Hashable, CustomStringConvertible {
        let count: Int
        let path: String
        var description: String {
            "\(count) records cannot be opened, so the older key stays in \(path). Run chave db check, and restore the backup "
                + "or that key's file; then run this again."
        }
    }

    private var secrets: SecretFiles { shared.secrets }

    /// A server that ran would seal with the key that goes.
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
        // One that was just starting had the older key before it told of itself.
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
