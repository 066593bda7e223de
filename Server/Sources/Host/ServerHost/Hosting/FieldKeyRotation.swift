import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import PostgresNodes

/// The rotation of the key that wraps customers' keys, step by step; `keys/field.json` stores each step.
struct FieldKeyRotation {
    let keys: SharedKeys
    let administration: Administration
    let world: World

    private var secrets: SecretFiles { keys.secrets }

    /// The time for every running server to see a changed file: servers look twice a second.
    private static let noticeMilliseconds = 2_000
    private static let looks = 3
    /// The limit of waits for the nodes, which report every few seconds; a node with its own directory needs the file
    /// copied.
    private static let noticesOfNodes = 15

    /// Some nodes with their own directories do not have the new file yet.
    struct NodesBehind: Error, Hashable, CustomStringConvertible {
        let nodes: [String]
        let path: String
        var description: String {
            "These nodes do not have the new keys yet: \(nodes.joined(separator: ", ")). Copy \(path) to each of them and run "
                + "this again; it goes on where it stood."
        }
    }

    /// A server still wraps with a retired key because it cannot read the file; dropping the key would lose data.
    struct StillInUse: Error, Hashable, CustomStringConvertible {
        let path: String
        var description: String {
            "A running server still wraps with the older key, so that key stays. See in its log why it does not take "
                + "\(path), then run this again."
        }
    }

    func run(_ progress: (Int) -> Void) async throws -> (id: String, customers: Int) {
        guard var keys = try secrets.storedFieldKeys() else {
            throw SecretFiles.Problem.missing(secrets.fieldKeyPath, wayOut: "A server makes it when it starts.")
        }
        if keys.older.isEmpty { try await exchange(&keys) }
        try await notice(of: keys.current.id, isCurrent: true)
        if self.keys.register != nil { try await retire(&keys) }
        var customers = try await rewrap(with: keys, progress)
        for _ in 0..<Self.looks {
            await waitOutGrace(of: keys)
            let late = try await rewrap(with: keys, progress)
            if late == 0 {
                // A node that was silent before may be back, with the older key.
                if self.keys.register != nil { try await notice(of: keys.current.id, isCurrent: true) }
                keys.older = []
                try await store(keys)
                return (keys.current.id, customers)
            }
            customers += late
            try await retire(&keys)
        }
        throw StillInUse(path: secrets.fieldKeyPath)
    }

    /// Makes all servers know the new key before anything is wrapped with it.
    private func exchange(_ keys: inout FieldKeys) async throws {
        if keys.next == nil {
            keys.next = FieldKey.Secret(id: Base64URL.encode(world.randomBytes(6)), bytes: world.randomBytes(32))
            try await store(keys)
        }
        guard let next = keys.next else { return }
        try await notice(of: next.id, isCurrent: false)
        keys.older = [FieldKeys.Older(secret: keys.current, retiredAt: world.now())]
        (keys.current, keys.next) = (next, nil)
        try await store(keys)
    }

    /// Starts the grace period of the older keys, which some node may have used until now.
    private func retire(_ keys: inout FieldKeys) async throws {
        let now = world.now()
        keys.older = keys.older.map { FieldKeys.Older(secret: $0.secret, retiredAt: now) }
        try await store(keys)
    }

    private func store(_ keys: FieldKeys) async throws {
        try await self.keys.replacing { try $0.storeFieldKeys(keys) }
    }

    /// Waits until each server knows a key, or wraps with it.
    ///
    /// A server over files looks at the file; nodes over a database report the keys that they use.
    private func notice(of key: String, isCurrent: Bool) async throws {
        await world.sleep(Self.noticeMilliseconds)
        guard let register = keys.register else { return }
        var behind: [String] = []
        for _ in 0..<Self.noticesOfNodes {
            behind = try await register.livingNodes().filter { node in
                isCurrent ? node.fieldKeys.first != key : !node.fieldKeys.contains(key)
            }.map(\.name)
            if behind.isEmpty { return }
            await world.sleep(Self.noticeMilliseconds)
        }
        throw NodesBehind(nodes: behind, path: secrets.fieldKeyPath)
    }

    /// Waits until every request that began under the old key has ended, so that its wrapped keys are found.
    private func waitOutGrace(of keys: FieldKeys) async {
        guard let last = keys.older.map(\.retiredAt).max() else { return }
        let left = last.adding(seconds: FieldKeys.Older.graceSeconds).microseconds - world.now().microseconds
        if left > 0 { await world.sleep(Int(left / 1_000) + 1) }
    }

    private func rewrap(with keys: FieldKeys, _ progress: (Int) -> Void) async throws -> Int {
        let fieldKey = keys.fieldKey
        var done = 0
        while true {
            let found = try await administration.rewrapCustomers(with: fieldKey, limit: 100)
            if found == 0 { return done }
            done += found
            progress(done)
        }
    }
}
