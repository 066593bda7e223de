import ChaveBase
import ChaveTransport
import ChaveWire
import Crypto

/// A key that was sent for certification, stored until the outcome is known.
///
/// An answer can be lost, and the app can end before it arrives. The server gives the same answer to the same key
/// again. The SDK therefore stores the key and the request and uses them again for the same link or digits. It stops
/// when the server has refused them for good or the credential has arrived. Each way of registering has at most one
/// pending key.
struct PendingKey: Sendable {
    enum Way: String, Sendable {
        case link, digits
    }

    let way: Way
    /// The digest of its purpose: the server, and the link's token or the digits.
    let purpose: String
    let key: NewKey
    /// The server's answer to a claim by digits, once it has arrived.
    var claim: JSONObject?

    static func purpose(_ way: Way, _ text: String, at base: BaseURL) -> String {
        let bytes = JSONValue.array([.string(way.rawValue), .string(base.text), .string(text)]).encoded()
        return Base64URL.encode(Array(SHA256.hash(data: bytes)))
    }
}

extension PendingKey {
    var content: JSONValue {
        var object = JSONObject()
        object["purpose"] = .string(purpose)
        object["key_handle"] = .string(key.handle)
        object["csr"] = .string(Base64.encode(key.request))
        object["device_name"] = .string(key.deviceName)
        object["claim"] = claim.map(JSONValue.object)
        return .object(object)
    }

    /// The stored part, which is readable without the key store; `nil` when it is damaged.
    struct Record: Sendable {
        let purpose: String
        let handle: String
        let request: [UInt8]
        let deviceName: String
        let claim: JSONObject?

        init?(_ bytes: [UInt8]) {
            guard let object = (try? JSONValue(parsing: bytes))?.object, let purpose = object["purpose"]?.string,
                let handle = object["key_handle"]?.string,
                let request = object["csr"]?.string.flatMap({ Base64.decode($0) }),
                let name = object["device_name"]?.string
            else { return nil }
            self.purpose = purpose
            self.handle = handle
            self.request = request
            deviceName = name
            claim = object["claim"]?.object
        }
    }
}
