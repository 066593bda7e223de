public import ChaveBase
import ChaveJOSE
import ChavePixModel
import PaymentsCore

/// Rotation of the server's keys, beside running servers or without one; one at a time.
extension DataDirectory {
    /// Makes a new key for widget tokens, and says how many older ones still verify.
    ///
    /// With `endsOlder` every token that was given before is dead within a second, and a key that was lost is made anew.
    public static func rotateTokenKey(_ place: DataPlace, endsOlder: Bool) async throws -> (id: String, older: Int) {
        try await SecretFiles(dataDirectory: place.directory).rotating {
            try await ServerStorage.with(place) { storage in
                let world = try await storage.commandWorld()
                let shared = try await storage.openKeys(.beside)
                let keys = try await shared.replacing { secrets in
                    try secrets.rotateTokenKey(at: world.now(), endsOlder: endsOlder, randomBytes: world.randomBytes)
                }
                return (keys.current.keyID ?? "", keys.older.count)
            }
        }
    }

    /// Wraps every customer's key with a new one and drops the older ones; what broke off goes on where it stood.
    ///
    /// The older ones go only when they have wrapped nothing for longer than a request may take. Nodes with directories of
    /// their own have to be given `keys/field.json` twice meanwhile: what is thrown says to which. It goes by the clock of
    /// the servers whose data that is, unless a `world` is given.
    public static func rotateFieldKey(
        _ place: DataPlace,
        world given: World? = nil,
        progress: (Int) -> Void = { _ in }
    ) async throws -> (id: String, customers: Int) {
        try await SecretFiles(dataDirectory: place.directory).rotating {
            try await ServerStorage.with(place) { storage in
                try await storage.requireData()
                let keys = try await storage.openKeys(.beside)
                try await keys.require(.field)
                let world = if let given { given } else { try await storage.commandWorld() }
                return try await storage.withPayments(.beside) { store in
                    let administration = Administration(store: store, world: world)
                    return try await FieldKeyRotation(keys: keys, administration: administration, world: world)
                        .run(progress)
                }
            }
        }
    }
}
