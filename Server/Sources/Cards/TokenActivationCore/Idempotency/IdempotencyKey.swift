public import ChaveBase
import Hashing

/// The key by which a request that is sent twice counts as one request.
public struct IdempotencyKey: Hashable, Sendable {
    /// 1 to 255 visible ASCII characters.
    public let text: String
    /// SHA-256 over method, path and raw body: the request of the key's first use.
    public let fingerprint: Digest

    /// Reads the value of the header `Idempotency-Key`, quoted or not.
    public init(header: String?, method: String, path: String, body: [UInt8]) throws(ActivationRefusal) {
        guard let header else { throw ActivationRefusal(.idempotencyKeyMissing) }
        var bytes = Array(header.utf8)
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = Array(bytes.dropFirst().dropLast())
        }
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ActivationRefusal(.idempotencyKeyInvalid)
        }
        text = String(decoding: bytes, as: UTF8.self)
        fingerprint = Digest(ofParts: [Array(method.utf8), Array(path.utf8), body])
    }

    /// The stored name of the key, which belongs to one person in one client.
    func scope(of session: HolderSession) -> Digest {
        Digest(ofTexts: [session.holder.tenant, session.holder.user, session.client, text])
    }
}
