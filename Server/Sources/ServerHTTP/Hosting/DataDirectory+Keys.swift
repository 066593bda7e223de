import ChaveJOSE
import ChavePixModel
import ChaveWire
public import PaymentsCore

/// Rotation of the server's keys, beside a running server or without one; one at a time.
extension DataDirectory {
    /// Makes a new key for widget tokens, and says how many older ones still verify.
    ///
    /// With `endsOlder` every token that was given before is dead within a second.
    public static func rotateTokenKey(_ directory: String, endsOlder: Bool) throws -> (id: String, older: Int) {
        let world = World.live
        let secrets = SecretFiles(dataDirectory: directory)
        return try secrets.rotating {
            let keys = try secrets.rotateTokenKey(
                at: world.now(),
                endsOlder: endsOlder,
                randomBytes: world.randomBytes
            )
            return (keys.current.keyID ?? "", keys.older.count)
        }
    }

    /// Wraps every customer's key with a new one and drops the older ones; what broke off goes on where it stood.
    ///
    /// The older ones go only when they have wrapped nothing for longer than a request may take.
    public static func rotateFieldKey(
        _ directory: String,
        world: World = .live,
        progress: (Int) -> Void = { _ in }
    ) async throws -> (id: String, customers: Int) {
        let secrets = SecretFiles(dataDirectory: directory)
        return try await secrets.rotating {
            let rotation = FieldKeyRotation(secrets: secrets, directory: directory, world: world)
            return try await rotation.run(progress)
        }
    }
}
