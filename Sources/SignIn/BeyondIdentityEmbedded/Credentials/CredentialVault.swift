import ChaveBase
import ChaveDeviceKeys
import ChaveWire
import Crypto

/// The credentials of this device, at most one a tenant, over the device's sealed store.
///
/// A list names them; each has a record of its own, so that one that is damaged is still seen. Beside them lie the key of
/// the records' tags and each tenant's pinned roots.
struct CredentialVault: Sendable {
    private static let listName = "sign-in/credentials"
    private static let integrityName = "sign-in/integrity"
    static let fixedNames = [listName, integrityName]

    private struct Entry: Hashable {
        var tenant: String
        var record: String
    }

    let store: any SecretStore
    let random: @Sendable (_ count: Int) -> [UInt8]

    /// All of them, in the order in which they came.
    func credentials() throws(SignInError) -> [KeptCredential] {
        let key = try integrityKey()
        var kept: [KeptCredential] = []
        for entry in try entries() {
            // A file that does not open is a record of which nothing is left.
            let bytes = (try? store.secret(CredentialVault.recordName(entry.record))) ?? nil
            kept.append(KeptCredential(tenant: entry.tenant, record: entry.record, opening: bytes, key: key))
        }
        return kept
    }

    func credential(of tenant: String) throws(SignInError) -> KeptCredential? {
        try credentials().first { $0.tenant == tenant }
    }

    /// Puts it in the place of the tenant's earlier one, of which the record is removed.
    func keep(_ credential: KeptCredential) throws(SignInError) {
        let entry = Entry(tenant: credential.tenant, record: Base64URL.encode(random(12)))
        let key = try integrityKey()
        var entries = try entries()
        let overtaken = entries.filter { $0.tenant == credential.tenant }
        entries.removeAll { $0.tenant == credential.tenant }
        entries.append(entry)
        try set(CredentialVault.recordName(entry.record), credential.sealed(record: entry.record, key: key))
        // From here on the new one counts.
        try write(entries)
        for old in overtaken { try remove(CredentialVault.recordName(old.record)) }
    }

    /// Removes it, and the pin with it.
    func remove(tenant: String) throws(SignInError) {
        var entries = try entries()
        let removed = entries.filter { $0.tenant == tenant }
        entries.removeAll { $0.tenant == tenant }
        try write(entries)
        for old in removed { try remove(CredentialVault.recordName(old.record)) }
        try remove(CredentialVault.pinName(tenant))
    }

    /// The tenant's roots that count on this device, the newest first; none before its first registration.
    func pinnedRoots(of tenant: String) throws(SignInError) -> [String] {
        guard let bytes = try secret(CredentialVault.pinName(tenant)) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Puts them in the place of those before: one, or in a rollover two.
    func pin(roots: [String], of tenant: String) throws(SignInError) {
        try set(CredentialVault.pinName(tenant), Array(roots.joined(separator: "\n").utf8))
    }
}

extension CredentialVault {
    private static func recordName(_ record: String) -> String { "sign-in/credential/\(record)" }
    private static func pinName(_ tenant: String) -> String { "sign-in/pin/\(tenant)" }

    private func entries() throws(SignInError) -> [Entry] {
        guard let bytes = try secret(CredentialVault.listName) else { return [] }
        guard let list = (try? JSONValue(parsing: bytes))?.array else { throw .damagedList }
        var entries: [Entry] = []
        for element in list {
            guard let pair = element.array, pair.count == 2, let tenant = pair[0].string, let record = pair[1].string
            else { throw .damagedList }
            entries.append(Entry(tenant: tenant, record: record))
        }
        return entries
    }

    private func write(_ entries: [Entry]) throws(SignInError) {
        let list = entries.map { JSONValue.array([.string($0.tenant), .string($0.record)]) }
        try set(CredentialVault.listName, JSONValue.array(list).encoded())
    }

    private func integrityKey() throws(SignInError) -> SymmetricKey {
        if let key = try secret(CredentialVault.integrityName) { return SymmetricKey(data: key) }
        try set(CredentialVault.integrityName, random(32))
        // Read back, so that of two programs that start at once both use what was kept.
        guard let key = try secret(CredentialVault.integrityName) else { throw .damagedCredential }
        return SymmetricKey(data: key)
    }

    func secret(_ name: String) throws(SignInError) -> [UInt8]? {
        do { return try store.secret(name) } catch { throw SignInError(error) }
    }

    func set(_ name: String, _ bytes: [UInt8]) throws(SignInError) {
        do { try store.setSecret(name, bytes) } catch { throw SignInError(error) }
    }

    func remove(_ name: String) throws(SignInError) {
        do { try store.removeSecret(name) } catch { throw SignInError(error) }
    }
}
