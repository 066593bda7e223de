internal import Crypto

extension Authority {
    /// The part to be signed for a device under this one; ``admit(_:now:)`` accepts the result, or this function
    /// throws.
    func toBeSigned(
        _ subject: CredentialSubject,
        _ key: P256.Signing.PublicKey,
        _ serial: [UInt8],
        _ now: Int64,
        _ seconds: Int64
    ) throws(ChainRefusal) -> [UInt8] {
        try requireRoom()
        let longest = CertificateLife.longestOfDevice - CertificateLife.clockSkew
        let template = try CertificateTemplate.device(
            subject,
            key: key,
            serial: SerialNumber.positive(serial),
            validity: CertificateLife.validity(now: now, seconds: min(seconds, longest), within: validity),
            under: self
        )
        let toBeSigned = try template.toBeSigned()
        _ = try admit(ReadCertificate(toBeSigned: toBeSigned), now: now)
        return toBeSigned
    }
}
