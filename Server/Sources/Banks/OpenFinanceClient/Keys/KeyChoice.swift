import ChaveBase
import ChaveJOSE
import OpenFinanceWire

/// Chooses the keys that sign: a new one begins an hour after this process first saw it in the keystore.
///
/// Banks keep a keystore's answer for an hour, so a key that was published a moment ago is unknown to them.
actor KeyChoice {
    static let pauseSeconds: Int64 = 3_600
    /// How often the own keystore is asked while a new key waits.
    static let asksEverySeconds: Int64 = 300

    private let keys: PlatformKeys
    private let settings: ConnectorSettings
    private let fetch: @Sendable (_ address: String) async throws -> PublishedKeys
    private let now: @Sendable () -> Timestamp
    private var firstSeen: [String: Timestamp] = [:]
    private var askedAt: [String: Timestamp] = [:]

    init(
        _ keys: PlatformKeys,
        _ settings: ConnectorSettings,
        now: @escaping @Sendable () -> Timestamp,
        fetch: @escaping @Sendable (_ address: String) async throws -> PublishedKeys
    ) {
        self.keys = keys
        self.settings = settings
        self.now = now
        self.fetch = fetch
    }

    /// The key that signs messages.
    func signing() async -> EnvelopeKey {
        let address = settings.directory.keys(of: settings.organisation)
        return await choose(among: keys.signing, named: \.keyID, at: address)
    }

    /// The key that signs client assertions and request objects.
    func client() async -> SigningKey {
        let address = settings.directory.keys(of: settings.organisation, settings.software)
        return await choose(among: keys.client, named: { $0.keyID ?? "" }, at: address)
    }

    /// The newest key that was published an hour ago; the oldest one where none was.
    private func choose<Key>(among keys: [Key], named name: (Key) -> String, at address: String) async -> Key {
        let newest = keys[0]
        guard keys.count > 1, !isOfAge(name(newest)) else { return newest }
        await look(at: address)
        return keys.first { isOfAge(name($0)) } ?? keys[keys.count - 1]
    }

    private func isOfAge(_ name: String) -> Bool {
        guard let seen = firstSeen[name] else { return false }
        return now() >= seen.adding(seconds: KeyChoice.pauseSeconds)
    }

    private func look(at address: String) async {
        let time = now()
        if let asked = askedAt[address], time < asked.adding(seconds: KeyChoice.asksEverySeconds) { return }
        askedAt[address] = time
        guard let published = try? await fetch(address) else { return }
        for name in published.signing.keys.compactMap(\.keyID) where firstSeen[name] == nil { firstSeen[name] = time }
    }
}
