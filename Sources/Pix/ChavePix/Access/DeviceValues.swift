import ChaveBase
package import ChaveDeviceKeys
import ChaveTransport

/// The two values that a device makes once and keeps beside its keys, in the forms in which they leave it.
package struct DeviceValues: Sendable {
    private let store: any SecretStore
    private let random: @Sendable (Int) -> [UInt8]

    /// Over a store; `random` makes what is not there yet.
    package init(store: any SecretStore, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.store = store
        self.random = random
    }

    /// The value of the `Chave-Device` header: what only this device can show.
    package func header() throws(PixError) -> String { Base64URL.encode(try value("device-secret")) }

    /// The device's identifier in risk signals: 64 lower-case hex characters over a value that never leaves.
    package func identifier() throws(PixError) -> String {
        DeviceIdentifier.text(hashing: try value("device-identifier"))
    }

    /// Held while a value is made: an app may have several clients over one store, and all must find the same value.
    ///
    /// The store's calls under it are short, do not call back and take no lock of ours.
    private static let making = Locked(())

    private func value(_ name: String) throws(PixError) -> [UInt8] {
        let made: Result<[UInt8], PixError> = DeviceValues.making.withLock { _ in
            do throws(PixError) {
                return .success(try stored(name))
            } catch {
                return .failure(error)
            }
        }
        return try made.get()
    }

    private func stored(_ name: String) throws(PixError) -> [UInt8] {
        do {
            if let stored = try store.secret(name) {
                guard stored.count == 32 else { throw PixError.damagedStore }
                return stored
            }
            try store.setSecret(name, random(32))
            // Read back, so that of two programs that start at once both use what was kept.
            guard let kept = try store.secret(name), kept.count == 32 else { throw PixError.damagedStore }
            return kept
        } catch let error as DeviceKeyError {
            throw PixError(storing: error)
        } catch let error as PixError {
            throw error
        } catch {
            throw PixError.damagedStore
        }
    }
}

extension PixError {
    static let damagedStore = PixError(.configuration, "What this device keeps beside its keys is damaged.")

    /// The store failed; nothing was sent.
    init(storing error: DeviceKeyError) {
        self.init(.configuration, "The device's store cannot be used: \(error.message)", cause: error)
    }
}
