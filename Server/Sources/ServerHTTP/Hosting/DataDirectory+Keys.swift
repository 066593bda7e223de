import ChaveJOSE
import PaymentsCore

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
}
