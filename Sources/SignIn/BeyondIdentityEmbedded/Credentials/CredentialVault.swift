import ChaveBase
import ChaveDeviceKeys
import ChaveWire
import Crypto

/// The credentials of this device in its sealed store, at most one for each tenant.
///
/// A list names the credentials, and each has its own record, so that the vault still shows a damaged one. The store
/// also has the key of the records' tags and each tenant's pinned roots.
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

    /// All credentials, in the order of their arrival.
    func credentials() throws(SignInError) -> [KeptCredential] {
        let key = try integrityKey()
        var kept: [KeptCredential] = []
        for entry in try entries() {
            // A file that cannot be opened is a record without any field.
            let bytes = (try? store.secret(CredentialVault.recordName(entry.record))) ?? nil
            kept.append(KeptCredential(tenant: entry.tenant, record: entry.record, opening: bytes, key: key))
        }
        return kept
    }

    func credential(of tenant: String) throws(SignInError) -> KeptCredential? {
        try credentials().first { $0.tenant == tenant }
    }

    /// Stores the credential in place of the tenant's earlier one, and removes the earlier record.
    func keep(_ credential: KeptCredential) throws(SignInError) {
        let entry = Entry(tenant: credential.tenant, record: Base64URL.encode(random(12)))
        let key = try integrityKey()
        var entries = try entries()
        let overtaken = entries.filter { $0.tenant == credential.tenant }
        entries.removeAll { $0.tenant == credential.tenant }
        entries.append(entry)
        try set(CredentialVault.recordName(entry.record), credential.sealed(record: entry.record, key: key))
        // From this write on, the new record counts.
        try write(entries)
        for old in overtaken { try remove(CredentialVault.recordName(old.record)) }
    }

    /// Removes the tenant's credential and its pinned roots.
    func remove(tenant: String) throws(SignInError) {
        var entries = try entries()
        let removed = entries.filter { $0.tenant == tenant }
        entries.removeAll { $0.tenant == tenant }
        try write(entries)
        for old in removed { try remove(CredentialVault.recordName(old.record)) }
        try remove(CredentialVault.pinName(tenant))
    }

    /// The tenant's pinned roots on this device, newest first; empty before the first registration.
    func pinnedRoots(of tenant: String) throws(SignInError) -> [String] {
        guard let bytes = try secret(CredentialVault.pinName(tenant)) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Replaces the tenant's pinned roots: one root, or two during a rollover.
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
        // Reading the key back makes two programs that start at once use the same stored key.
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

extension CredentialVault {
    private static func pendingName(_ way: PendingKey.Way) -> String { "sign-in/pending/\(way.rawValue)" }

    /// The pending key that waits for the server's answer; `nil` when the record is missing or damaged.
    func pending(_ way: PendingKey.Way) -> PendingKey.Record? {
        let bytes = (try? store.secret(CredentialVault.pendingName(way))) ?? nil
        return bytes.flatMap(PendingKey.Record.init)
    }

    func keep(pending: PendingKey) throws(SignInError) {
        try set(CredentialVault.pendingName(pending.way), pending.content.encoded())
    }

    func removePending(_ way: PendingKey.Way) throws(SignInError) { try remove(CredentialVault.pendingName(way)) }
}
