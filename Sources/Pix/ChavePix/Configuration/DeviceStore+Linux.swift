#if os(Linux)
    import ChaveBase

    package import ChaveDeviceKeys
    package import ChaveSoftwareAuthenticator
    import ChaveTransport
    import Foundation

    /// The encrypted store of this device, opened when it is first used.
    package final class DeviceStore: KeyStore {
        private let directory: String
        private let opened = Locked<EncryptedKeyStore?>(nil)

        package init(directory: String) { self.directory = directory }

        /// The directory of `CHAVE_DEVICE_DIR`, else `chave/device` of the XDG data directory.
        package static var standardDirectory: String {
            let environment = ProcessInfo.processInfo.environment
            if let directory = environment["CHAVE_DEVICE_DIR"], !directory.isEmpty { return directory }
            // The XDG specification requires programs to ignore relative paths.
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/chave/device" }
            return NSHomeDirectory() + "/.local/share/chave/device"
        }

        private func store() throws(DeviceKeyError) -> EncryptedKeyStore {
            let result: Result<EncryptedKeyStore, DeviceKeyError> = opened.withLock { opened in
                if let opened { return .success(opened) }
                do throws(DeviceKeyError) {
                    let store = try open()
                    opened = store
                    return .success(store)
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }

        private func open() throws(DeviceKeyError) -> EncryptedKeyStore {
            do {
                try FileManager.default.createDirectory(
                    atPath: directory,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw DeviceKeyError(.store, "the device's directory cannot be made; CHAVE_DEVICE_DIR names another")
            }
            return try EncryptedKeyStore(
                directory: directory + "/keys",
                protection: .keyFile(path: directory + "/store.key")
            )
        }

        package func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential? {
            try store().credential(id)
        }

        package func credentials() throws(DeviceKeyError) -> [DeviceCredential] { try store().credentials() }
        package func insert(_ credential: DeviceCredential) throws(DeviceKeyError) { try store().insert(credential) }
        package func removeCredential(_ id: [UInt8]) throws(DeviceKeyError) { try store().removeCredential(id) }

        package func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32 {
            try store().nextSignCount(of: id)
        }

        package func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try store().secret(name) }
        package func removeSecret(_ name: String) throws(DeviceKeyError) { try store().removeSecret(name) }
        package func secretNames() throws(DeviceKeyError) -> [String] { try store().secretNames() }

        package func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
            try store().setSecret(name, bytes)
        }

        package func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value {
            try store().exclusively(body)
        }
    }
#endif
