internal import ChaveWire
internal import Crypto
internal import SwiftASN1
internal import X509

/// The format `apple` (WebAuthn Level 3, section 8.8): Apple's authority signs a certificate for the credential's key.
///
///     { "x5c": certificates }
///
/// The certificate's signature is the only one, so without an anchor this format proves nothing.
struct AppleAttestation {
    private let chain: CertificateChain

    init(_ statement: CBORValue) throws(AttestationRefusal) {
        guard let x5c = statement["x5c"], statement.map?.count == 1 else { throw .statementMalformed }
        chain = try CertificateChain(x5c)
    }

    /// Runs the verification procedure of section 8.8.
    func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        guard registration.publicKey.isKey(of: chain.leaf) else { throw .keyMismatch }
        guard let nonce = AppleAttestation.nonce(in: chain.leaf),
            nonce.elementsEqual(registration.signed.digest(SHA256.self))
        else { throw .nonceMismatch }
        return .certified(chain, provesModel: false)
    }

    /// The hash that the certificate was made for; `nil` when the certificate has none in this form.
    ///
    ///     Nonce ::= SEQUENCE { [1] EXPLICIT OCTET STRING }
    private static func nonce(in certificate: Certificate) -> ArraySlice<UInt8>? {
        guard let found = certificate.extensions[oid: [1, 2, 840, 113635, 100, 8, 2]] else { return nil }
        return try? DER.sequence(DER.parse(found.value), identifier: .sequence) { fields in
            try DER.explicitlyTagged(&fields, tagNumber: 1, tagClass: .contextSpecific) { node in
                try ASN1OctetString(derEncoded: node).bytes
            }
        }
    }
}
