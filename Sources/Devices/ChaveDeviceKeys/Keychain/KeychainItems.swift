/// The Keychain's items of one service, as its calls answer.
///
/// Each answer is the call's status; zero is success. What the statuses mean is `KeychainSecrets`' business.
protocol KeychainItems: Sendable {
    func read(_ name: String) -> (status: Int32, bytes: [UInt8]?)
    func update(_ name: String, _ bytes: [UInt8]) -> Int32
    func add(_ name: String, _ bytes: [UInt8]) -> Int32
    func delete(_ name: String) -> Int32
    func names() -> (status: Int32, names: [String]?)
}
