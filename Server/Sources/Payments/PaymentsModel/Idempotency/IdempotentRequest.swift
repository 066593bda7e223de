public import ChaveBase
public import ChavePixModel
import Hashing

/// A request that carries an `Idempotency-Key` (Payments API, section 8).
public struct IdempotentRequest: Hashable, Sendable {
    public let scope: Digest
    public let fingerprint: Digest

    /// `key` is what `readKey` gives; `route` is the route's template, not the path.
    public init(key: String, caller: Caller, method: String, route: String, target: String, body: [UInt8]) {
        scope = Digest(ofParts: [
            caller.organisation.bytes, caller.boundCustomer?.bytes ?? [], caller.device?.bytes ?? [],
            Array(method.utf8), Array(route.utf8), Array(key.utf8),
        ])
        fingerprint = Digest(ofParts: [Array(method.utf8), Array(target.utf8), body])
    }

    /// The key in a header's value, quoted or not.
    public static func readKey(_ value: String) throws(APIFailure) -> String {
        var bytes = Array(value.utf8)
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = Array(bytes.dropFirst().dropLast())
        }
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIFailure(
                400,
                .invalid,
                field: "Idempotency-Key",
                "Idempotency-Key is 1 to 255 visible ASCII characters."
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A response as it is sent.
public struct APIAnswer: Hashable, Sendable {
    public var status: Int
    /// JSON, or empty.
    public var body: [UInt8]
    public var isReplay: Bool
    /// The customer that the body describes; a stored copy of the response is sealed with that person's key.
    public var customer: CustomerID?

    public init(status: Int, body: [UInt8] = [], isReplay: Bool = false, customer: CustomerID?) {
        self.status = status
        self.body = body
        self.isReplay = isReplay
        self.customer = customer
    }
}
