internal import Crypto
internal import SwiftASN1
internal import X509

extension Certificate {
    /// Whether signing requires the key's secret: an Ed25519 key must not be a point of small order.
    ///
    /// Other keys are checked when a certificate is parsed.
    var hasSoundKey: Bool {
        guard let key = Curve25519.Signing.PublicKey(publicKey) else { return true }
        return Ed25519Point.isSound(Array(key.rawRepresentation))
    }

    /// Whether the basic constraints are present and say that this is not a certificate authority.
    var isExplicitlyNoAuthority: Bool {
        guard let constraints = try? extensions.basicConstraints else { return false }
        return constraints == .notCertificateAuthority
    }

    /// Whether the certificate names the model that it was made for.
    var namesModel: Bool { extensions[oid: .aaguid] != nil }

    /// Requires that the extension `id-fido-gen-ce-aaguid` is absent, or is not critical and names this model.
    ///
    /// WebAuthn Level 3, section 8.2.1.
    func requireModel(_ aaguid: [UInt8]) throws(AttestationRefusal) {
        guard let found = extensions[oid: .aaguid] else { return }
        guard !found.critical else { throw .certificateUnsuitable }
        guard let bytes = try? ASN1OctetString(derEncoded: found.value).bytes else { throw .certificateUnsuitable }
        guard bytes.elementsEqual(aaguid) else { throw .modelMismatch }
    }
}

extension DistinguishedName {
    /// All attributes, in their order.
    var attributes: [RelativeDistinguishedName.Attribute] { flatMap { $0 } }
}

extension [RelativeDistinguishedName.Attribute] {
    /// The text of the attribute with that type; `nil` when there is none, more than one, or its value is not text.
    func text(of type: ASN1ObjectIdentifier) -> String? {
        guard let place = firstIndex(where: { $0.type == type }),
            !self[(place + 1)...].contains(where: { $0.type == type })
        else { return nil }
        return String(self[place].value)
    }
}

extension ASN1ObjectIdentifier {
    /// The model of the authenticator that a certificate was made for.
    fileprivate static let aaguid: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4]
}
