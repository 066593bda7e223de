public import ChaveBase
import ChaveJOSE
import ChavePixModel
import PaymentsCore

/// Rotation of the server's keys, beside running servers or without one; one at a time.
extension DataDirectory {
    /// Makes a new key for widget tokens, and returns the number of older keys that still verify.
    ///
    /// With `endsOlder` every older token becomes invalid within a second, and a lost key file is made anew.
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

    /// Wraps every customer's key with a new one and drops the older ones; an interrupted rotation continues where it
    /// stopped.
    ///
    /// An older key is dropped only when it has wrapped nothing for longer than a request may take. Nodes with their
    /// own directories need `keys/field.json` copied to them twice meanwhile; the thrown error names them. Time is that
    /// of the servers of this data, unless a `world` is given.
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
