public import ChaveBase
public import Crypto

/// A second device's certificate, which the server writes, the first device checks and signs, the server puts together.
public enum ChildCertificate {
    /// The bytes that the parent's device is to sign.
    ///
    /// The certificate will be valid for so many seconds, less where the parent's own ends before. `serial` is 16 random
    /// bytes, whose highest bit is cleared.
    public static func toBeSigned(
        subject: CredentialSubject,
        key: P256.Signing.PublicKey,
        parent: VerifiedChain,
        serial: [UInt8],
        now: Timestamp,
        seconds: Int64
    ) throws(ChainRefusal) -> [UInt8] {
        try parent.authority.toBeSigned(subject, key, serial, now.seconds, seconds)
    }

    /// For whom the certificate is that a device is about to sign, once it is exactly what the rules allow under its own.
    ///
    /// A device signs nothing else. A device's key signs sign-ins too, and whoever can have other bytes signed has a certificate
    /// for another user, or an authority without a limit.
    public static func check(
        toBeSigned: [UInt8],
        under parent: VerifiedChain,
        now: Timestamp
    ) throws(ChainRefusal) -> CredentialSubject {
        let certificate = try ReadCertificate(toBeSigned: toBeSigned)
        let child = try parent.authority.admit(certificate, now: now.seconds)
        guard let subject = child.subject else { throw .wrongSubject }
        return subject
    }

    /// The certificate, once the parent's device has signed.
    ///
    /// The signature, ECDSA with SHA-256 in DER, is looked at. The signed bytes are not: they are those that the caller
    /// wrote and kept.
    public static func assembled(
        toBeSigned: [UInt8],
        signature: [UInt8],
        by parent: VerifiedChain
    ) throws(ChainRefusal) -> [UInt8] {
        guard let read = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            parent.publicKey.isValidSignature(read, for: toBeSigned)
        else { throw .badSignature }
        return try CertificateEncoding.certificate(
            toBeSigned: toBeSigned,
            signature: Array(read.derRepresentation)
        )
    }
}
