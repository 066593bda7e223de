import ChaveDeviceKeys
import ChaveWire

extension CredentialVault {
    private static let prefixes = ["credential/", "pin/", "pending/", "tokens/"].map { "sign-in/" + $0 }

    /// Removes everything that sign-in stores, whatever its state, and returns the handles of the keys in it.
    ///
    /// The records' tags are not checked. The key of a damaged record is therefore included while the record is
    /// readable.
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
        // A file that cannot be opened may have no readable name; these two files have fixed names.
        for name in CredentialVault.fixedNames { try remove(name) }
        return handles
    }

    /// The key handle in a credential's record, which has a tag beside it, or in a pending record.
    private static func keyHandle(_ bytes: [UInt8]) -> String? {
        let value = (try? JSONValue(parsing: bytes))?["key_handle"]
        return value?.string ?? value?.array?.first?.string
    }
}
