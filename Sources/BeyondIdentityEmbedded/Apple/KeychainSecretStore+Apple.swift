#if canImport(Security)
    import ChaveDeviceKeys
    import Foundation
    import Security

    /// Values in the Keychain that stay on this device and can be read while it is unlocked.
    struct KeychainSecretStore: SecretStore {
        let service: String

        func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? {
            var query = query(name)
            query[kSecReturnData] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(TollFree.dictionary(query), &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = TollFree.data(found) else {
                throw KeychainSecretStore.fault(status)
            }
            return Array(data)
        }

        func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
            let change = TollFree.dictionary([kSecValueData: Data(bytes)])
            var status = SecItemUpdate(TollFree.dictionary(query(name)), change)
            if status == errSecItemNotFound {
                var item = query(name)
                item[kSecValueData] = Data(bytes)
                item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
                status = SecItemAdd(TollFree.dictionary(item), nil)
            }
            guard status == errSecSuccess else { throw KeychainSecretStore.fault(status) }
        }

        func removeSecret(_ name: String) throws(DeviceKeyError) {
            let status = SecItemDelete(TollFree.dictionary(query(name)))
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw KeychainSecretStore.fault(status)
            }
        }

        func secretNames() throws(DeviceKeyError) -> [String] {
            var query = query(nil)
            query[kSecMatchLimit] = kSecMatchLimitAll
            query[kSecReturnAttributes] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(TollFree.dictionary(query), &found)
            if status == errSecItemNotFound { return [] }
            guard status == errSecSuccess, let items = TollFree.dictionaries(found) else {
                throw KeychainSecretStore.fault(status)
            }
            return items.compactMap { $0[kSecAttrAccount] as? String }.sorted()
        }

        private func query(_ name: String?) -> [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
            ]
            if let name { query[kSecAttrAccount] = name }
            return query
        }

        private static func fault(_ status: OSStatus) -> DeviceKeyError {
            DeviceKeyError(.store, "the Keychain answered with status \(status)")
        }
    }
#endif
