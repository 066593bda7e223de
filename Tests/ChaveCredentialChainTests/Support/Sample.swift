import ChaveBase
import ChaveCredentialChain
import Crypto
import Foundation
import SwiftASN1

/// A tenant's root and a user's devices, each below the one before it; the same in every run.
enum Sample {
    static let tenant = "bank"
    static let user = "0b8c2f3e-54a1-4f0e-8d5c-6d2b1f7a9e10"
    static let otherUser = "7c1d9a42-2f6b-4b7e-9a3d-0e5f8c6b1d24"
    static let now = Timestamp(seconds: 1_800_000_000)
    static let year: Int64 = 365 * 86_400

    static let root = root(1)
    static var roots: Set<String> { [root.fingerprint] }

    static func root(_ number: Int, of tenant: String = tenant) -> TenantRoot {
        valid {
            try TenantRoot.generate(tenant: tenant, key: rootKey(number), serial: serial(number), now: now)
        }
    }

    static func rootKey(_ number: Int = 1) -> P256.Signing.PrivateKey { key(100 + number) }

    /// Key 0 is the first device's.
    static func key(_ number: Int) -> P256.Signing.PrivateKey {
        valid { try P256.Signing.PrivateKey(rawRepresentation: SHA256.hash(data: Array("key \(number)".utf8))) }
    }

    static func serial(_ number: Int) -> [UInt8] { Array(SHA256.hash(data: Array("serial \(number)".utf8)).prefix(16)) }

    static func subject(_ number: Int, user: String = user) -> CredentialSubject {
        CredentialSubject(tenant: tenant, user: user, credential: "credential-\(number)")
    }

    /// The chain of the device so deep below the root, leaf first.
    static func chain(depth: Int) async throws -> [[UInt8]] {
        var chain = [root.certificate]
        chain.insert(try first(), at: 0)
        for number in 0..<depth {
            let parent = try await verified(chain)
            chain.insert(try child(number + 1, of: parent, signedBy: key(number)), at: 0)
        }
        return chain
    }

    static func first() throws -> [UInt8] {
        try root.issue(to: subject(0), key: key(0).publicKey, serial: serial(10), now: now, seconds: year)
    }

    static func child(
        _ number: Int,
        of parent: VerifiedChain,
        signedBy parentKey: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let toBeSigned = try toBeSigned(number, under: parent)
        let signature = try parentKey.signature(for: toBeSigned)
        return try ChildCertificate.assembled(
            toBeSigned: toBeSigned,
            signature: Array(signature.derRepresentation),
            by: parent
        )
    }

    static func toBeSigned(_ number: Int, under parent: VerifiedChain) throws -> [UInt8] {
        try ChildCertificate.toBeSigned(
            subject: subject(number),
            key: key(number).publicKey,
            parent: parent,
            serial: serial(10 + number),
            now: now,
            seconds: year
        )
    }

    static func verified(_ chain: [[UInt8]], now: Timestamp = now) async throws(ChainRefusal) -> VerifiedChain {
        try await CredentialChain.verify(chain, tenant: tenant, roots: roots, now: now)
    }
}

/// SHA-256 in base64, by other means than the module's own.
func fingerprint(of der: [UInt8]) -> String { Data(SHA256.hash(data: der)).base64EncodedString() }
