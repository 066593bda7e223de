public import ChaveBase
import Hashing

/// What makes a request that is sent twice one request.
public struct IdempotencyKey: Hashable, Sendable {
    /// 1 to 255 visible ASCII characters.
    public let text: String
    /// SHA-256 over method, path and raw body: what the key was first used for.
    public let fingerprint: Digest

    /// `header` is the value of `Idempotency-Key`, quoted or not.
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

    /// What the key is kept by: one person's, in one client.
    func scope(of session: HolderSession) -> Digest {
        Digest(ofTexts: [session.holder.tenant, session.holder.user, session.client, text])
    }
}
