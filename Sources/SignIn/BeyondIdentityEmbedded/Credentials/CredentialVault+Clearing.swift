import ChaveDeviceKeys
import ChaveWire

extension CredentialVault {
    private static let prefixes = ["credential/", "pin/", "pending/", "tokens/"].map { "sign-in/" + $0 }

    /// Removes all that sign-in keeps in the store, whatever state it is in, and names the keys that it spoke of.
    ///
    /// The records' tags are not looked at: a damaged record's key goes too, as long as the record can be read at all.
    func clear() throws(SignInError) -> [String] {
        let names: [String]
        do { names = try store.secretNames() } catch { throw SignInError(error) }
        var handles: [String] = []
        for name in names where CredentialVault.prefixes.contains(where: name.hasPrefix) {
            if let bytes = (try? store.secret(name)) ?? nil, let handle = CredentialVault.keyHandle(bytes) {
                handles.append(handle)
            }
            try remove(name)
        }
        // A file that does not open may have no name that can be read, but these have fixed ones.
        for name in CredentialVault.fixedNames { try remove(name) }
        return handles
    }

    /// Of a credential's record, where it stands with its tag, or of a pending one.
    private static func keyHandle(_ bytes: [UInt8]) -> String? {
        let value = (try? JSONValue(parsing: bytes))?["key_handle"]
        return value?.string ?? value?.array?.first?.string
    }
}
