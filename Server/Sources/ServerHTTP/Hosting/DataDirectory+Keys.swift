import ChaveJOSE
import ChaveWire
public import PaymentsCore

/// Rotation of the server's keys, beside a running server or without one.
extension DataDirectory {
    /// Makes a new key for widget tokens, and says how many older ones still verify.
    ///
    /// With `endsOlder` every token that was given before is dead within a second.
    public static func rotateTokenKey(_ directory: String, endsOlder: Bool) throws -> (id: String, older: Int) {
        let world = World.live
        let keys = try SecretFiles(dataDirectory: directory)
            .rotateTokenKey(at: world.now(), endsOlder: endsOlder, randomBytes: world.randomBytes)
        return (keys.current.keyID ?? "", keys.older.count)
    }

    /// Wraps every customer's key with a new one and drops the older ones; what broke off goes on where it stood.
    ///
    /// Every process takes a changed file within a second, so each step waits two before it relies on that.
    public static func rotateFieldKey(
        _ directory: String,
        world: World = .live,
        progress: (Int) -> Void = { _ in }
    ) async throws -> (id: String, customers: Int) {
        let secrets = SecretFiles(dataDirectory: directory)
        guard var keys = try secrets.storedFieldKeys() else {
            throw SecretFiles.Problem.missing(secrets.fieldKeyPath, wayOut: "A server makes it when it starts.")
        }
        if keys.older.isEmpty {
            if keys.next == nil {
                keys.next = FieldKey.Secret(id: Base64URL.encode(world.randomBytes(6)), bytes: world.randomBytes(32))
                try secrets.storeFieldKeys(keys)
            }
            await world.sleep(2_000)
            if let next = keys.next {
                (keys.older, keys.current, keys.next) = ([keys.current], next, nil)
                try secrets.storeFieldKeys(keys)
            }
        }
        await world.sleep(2_000)
        let fieldKey = keys.fieldKey
        let customers = try await withSharedStore(directory) { store in
            let administration = Administration(store: store, world: world)
            var done = 0
            while true {
                let found = try await administration.rewrapCustomers(with: fieldKey, limit: 100)
                if found == 0 { return done }
                done += found
                progress(done)
            }
        }
        keys.older = []
        try secrets.storeFieldKeys(keys)
        return (keys.current.id, customers)
    }
}
