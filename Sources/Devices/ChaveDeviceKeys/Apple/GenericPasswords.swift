#if canImport(Security)
    import Foundation
    import Security

    /// The Keychain's generic passwords of one service.
    struct GenericPasswords: KeychainItems {
        let service: String
        let availability: KeychainSecretStore.Availability

        func read(_ name: String) -> (status: Int32, bytes: [UInt8]?) {
            var query = query(name)
            query[kSecReturnData] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(TollFree.dictionary(query), &found)
            return (status, TollFree.data(found).map { Array($0) })
        }

        func update(_ name: String, _ bytes: [UInt8]) -> Int32 {
            SecItemUpdate(TollFree.dictionary(query(name)), TollFree.dictionary(content(bytes)))
        }

        func add(_ name: String, _ bytes: [UInt8]) -> Int32 {
            let item = query(name).merging(content(bytes)) { _, new in new }
            return SecItemAdd(TollFree.dictionary(item), nil)
        }

        func delete(_ name: String) -> Int32 { SecItemDelete(TollFree.dictionary(query(name))) }

        func names() -> (status: Int32, names: [String]?) {
            var query = query(nil)
            query[kSecMatchLimit] = kSecMatchLimitAll
            query[kSecReturnAttributes] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(TollFree.dictionary(query), &found)
            return (status, TollFree.dictionaries(found)?.compactMap { $0[kSecAttrAccount] as? String })
        }

        private func query(_ name: String?) -> [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword,
                kSecAttrService: service,
                kSecUseDataProtectionKeychain: true,
            ]
            if let name { query[kSecAttrAccount] = name }
            return query
        }

        private func content(_ bytes: [UInt8]) -> [CFString: Any] {
            [kSecValueData: Data(bytes), kSecAttrAccessible: accessible]
        }

        private var accessible: CFString {
            switch availability {
            case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            }
        }
    }
#endif
