import ChaveBase
package import ChaveDeviceKeys
import ChaveTransport
import Crypto

/// The two values that a device makes once and stores beside its keys, in the forms that leave the device.
package struct DeviceValues: Sendable {
    private let store: any SecretStore
    private let random: @Sendable (Int) -> [UInt8]

    /// The values in a store; `random` makes a missing value.
    package init(store: any SecretStore, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.store = store
        self.random = random
    }

    /// The value of the `Chave-Device` header, which only this device can show.
    package func header() throws(PixError) -> String { Base64URL.encode(try value("device-secret")) }

    /// The device's identifier in risk signals: 64 lower-case hex characters, a hash of a value that never leaves the
    /// device.
    package func identifier() throws(PixError) -> String {
        DeviceIdentifier.text(hashing: try value("device-identifier"))
    }

    /// The lock around making a value: several clients of an app may share one store, and all must find the same value.
    ///
    /// The store's calls under this lock are short, do not call back, and acquire no lock of ours.
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
            // The value is read back: two programs that start at once then both use the stored value.
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

    /// The error of a failed store; nothing was sent.
    init(storing error: DeviceKeyError) {
        self.init(.configuration, "The device's store cannot be used: \(error.message)", cause: error)
    }
}

/// The form of a device's identifier in risk signals: 64 lower-case hex characters, a hash of bytes that never leave
/// the device.
enum DeviceIdentifier {
    static func text(hashing bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }

    /// The identifier of an app: the bundle's id distinguishes it from the vendor's other apps, which share the
    /// vendor's identifier.
    static func text(bundle: String, vendorIdentifier: String) -> String {
        text(hashing: Array("\(bundle)\n\(vendorIdentifier)".utf8))
    }
}
