import Crypto

/// The form of a device's identifier in risk signals: 64 lower-case hex characters over what never leaves the device.
enum DeviceIdentifier {
    static func text(hashing bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }

    /// The vendor's identifier is one for all apps of a vendor; the bundle's id makes it this app's.
    static func text(bundle: String, vendorIdentifier: String) -> String {
        text(hashing: Array("\(bundle)\n\(vendorIdentifier)".utf8))
    }
}
