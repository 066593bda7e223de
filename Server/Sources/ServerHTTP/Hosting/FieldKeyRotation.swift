import ChavePixModel
import ChaveWire
import PaymentsCore

/// The exchange of the key that wraps those of customers, step by step; each step is in `keys/field.json`.
struct FieldKeyRotation {
    let secrets: SecretFiles
    let directory: String
    let world: World

    /// Every running server looks twice a second for a changed file.
    private static let noticeMilliseconds = 2_000
    private static let looks = 3

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
        await world.sleep(Self.noticeMilliseconds)
        var customers = try await rewrap(with: keys, progress)
        for _ in 0..<Self.looks {
            await waitOutGrace(of: keys)
            let late = try await rewrap(with: keys, progress)
            if late == 0 {
                keys.older = []
                try secrets.storeFieldKeys(keys)
                return (keys.current.id, customers)
            }
            customers += late
            let now = world.now()
            keys.older = keys.older.map { FieldKeys.Older(secret: $0.secret, retiredAt: now) }
            try secrets.storeFieldKeys(keys)
        }
        throw StillInUse(path: secrets.fieldKeyPath)
    }

    /// The new key is known to all before anything is wrapped with it.
    private func exchange(_ keys: inout FieldKeys) async throws {
        if keys.next == nil {
            keys.next = FieldKey.Secret(id: Base64URL.encode(world.randomBytes(6)), bytes: world.randomBytes(32))
            try secrets.storeFieldKeys(keys)
        }
        await world.sleep(Self.noticeMilliseconds)
        guard let next = keys.next else { return }
        keys.older = [FieldKeys.Older(secret: keys.current, retiredAt: world.now())]
        (keys.current, keys.next) = (next, nil)
        try secrets.storeFieldKeys(keys)
    }

    /// A request that began under the old key has ended by then, and what it wrapped is there to be found.
    private func waitOutGrace(of keys: FieldKeys) async {
        guard let last = keys.older.map(\.retiredAt).max() else { return }
        let left = last.adding(seconds: FieldKeys.Older.graceSeconds).microseconds - world.now().microseconds
        if left > 0 { await world.sleep(Int(left / 1_000) + 1) }
    }

    private func rewrap(with keys: FieldKeys, _ progress: (Int) -> Void) async throws -> Int {
        let fieldKey = keys.fieldKey
        return try await DataDirectory.withSharedStore(directory) { store in
            let administration = Administration(store: store, world: world)
            var done = 0
            while true {
                let found = try await administration.rewrapCustomers(with: fieldKey, limit: 100)
                if found == 0 { return done }
                done += found
                progress(done)
            }
        }
    }
}
