import ChaveBase
import Hashing
import SignInCore
import Synchronization

import enum Crypto.P256

/// Certificates of three fields and a real signature, for tests that ask what is signed by whom and recorded under whom.
struct TestCertificates: ExtensionCertificates {
    static let separator = UInt8(ascii: "|")

    /// A certificate here is `<credential>|<user>|<key, hex>`, before the DER signature and its length.
    func requestedKey(_ request: [UInt8]) throws(ExtensionCertificateProblem) -> RequestedKey {
        let key = Array(request.prefix(65))
        guard let publicKey = try? P256.Signing.PublicKey(x963Representation: key),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: request.dropFirst(65)),
            publicKey.isValidSignature(signature, for: key)
        else { throw .badRequest }
        return RequestedKey(publicKey: key, digest: Digest(of: key))
    }

    func toBeSigned(
        _ child: ChildCertificateOrder,
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8] {
        TestCertificates.body(credential: child.credential, user: child.user, key: child.publicKey)
    }

    func assembled(
        _ toBeSigned: [UInt8],
        signature: [UInt8],
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8] {
        guard let parent = parents.chain.first, let key = TestCertificates.key(of: parent),
            let signed = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signed, for: toBeSigned)
        else { throw .badSignature }
        return toBeSigned
    }

    static func body(credential: String, user: String, key: [UInt8]) -> [UInt8] {
        Array("\(credential)|\(user)|".utf8) + key
    }

    static func key(of certificate: [UInt8]) -> P256.Signing.PublicKey? {
        try? P256.Signing.PublicKey(x963Representation: certificate.suffix(65))
    }
}

/// A key as a device has it.
struct TestDeviceKey: Sendable {
    let key = P256.Signing.PrivateKey()

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }
    var digest: Digest { Digest(of: publicKey) }

    func signature(over bytes: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: bytes).derRepresentation) }

    func request() throws -> [UInt8] { publicKey + (try signature(over: publicKey)) }
}
