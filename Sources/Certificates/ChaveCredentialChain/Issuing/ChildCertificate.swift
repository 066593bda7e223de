public import ChaveBase
public import Crypto

/// The issuing of a second device's certificate: the server writes it, the first device signs it, the server assembles
/// it.
public enum ChildCertificate {
    /// The bytes that the parent's device must sign.
    ///
    /// The certificate is valid for `seconds`, or less: at most 367 days, and not beyond the end of the parent's
    /// certificate. `serial` is 16 random bytes; this function clears their highest bit.
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

    /// Checks the bytes that a device is about to sign and returns the subject of the new certificate.
    ///
    /// The certificate must be exactly one that the rules allow under the device's own certificate.
    ///
    /// A device signs no other certificate. Its key signs sign-ins too: an attacker who gets other bytes signed would
    /// have a certificate for another user, or an authority without a limit.
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

    /// The finished certificate, from the signature of the parent's device.
    ///
    /// This function checks the signature, ECDSA with SHA-256 in DER. It does not check the signed bytes: the caller
    /// wrote and stored them itself.
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
