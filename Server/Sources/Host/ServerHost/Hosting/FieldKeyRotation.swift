import ChaveBase
import ChavePixModel
import PaymentsCore
import PostgresNodes

/// The exchange of the key that wraps those of customers, step by step; each step is in `keys/field.json`.
struct FieldKeyRotation {
    let keys: SharedKeys
    let administration: Administration
    let world: World

    private var secrets: SecretFiles { keys.secrets }

    /// Every running server looks twice a second for a changed file.
    private static let noticeMilliseconds = 2_000
    private static let looks = 3
    /// Nodes tell of themselves every few seconds; one with a directory of its own takes the file when somebody brings it.
    private static let noticesOfNodes = 15

    /// Nodes have directories of their own, and the new file is not there yet.
    struct NodesBehind: Error, Hashable, CustomStringConvertible {
        let nodes: [String]
        let path: String
        var description: String {
            "These nodes do not have the new keys yet: \(nodes.joined(separator: ", ")). Copy \(path) to each of them and run "
                + "this again; it goes on where it stood."
        }
    }

    /// A server goes on wrapping with a key that was retired: it cannot read the file, and dropping the key loses data.
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
                // One that was not heard of before may be back, with the older key.
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

    /// The new key is known to all before anything is wrapped with it.
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

    /// The older keys have wrapped until now, at whichever node: their grace begins.
    private func retire(_ keys: inout FieldKeys) async throws {
        let now = world.now()
        keys.older = keys.older.map { FieldKeys.Older(secret: $0.secret, retiredAt: now) }
        try await store(keys)
    }

    private func store(_ keys: FieldKeys) async throws {
        try await self.keys.replacing { try $0.storeFieldKeys(keys) }
    }

    /// Until each server knows a key, or wraps with it.
    ///
    /// One that has the files as its only storage looks at them; nodes over a database say what they have taken.
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

    /// A request that began under the old key has ended by then, and what it wrapped is there to be found.
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
