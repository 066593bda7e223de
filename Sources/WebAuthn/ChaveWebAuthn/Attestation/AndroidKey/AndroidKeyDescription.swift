internal import SwiftASN1
internal import X509

/// An Android device's description of a key in its certificate (extension 1.3.6.1.4.1.11129.2.1.17).
///
///     KeyDescription ::= SEQUENCE {
///         attestationVersion INTEGER, attestationSecurityLevel ENUMERATED,
///         keyMintVersion INTEGER, keyMintSecurityLevel ENUMERATED,
///         attestationChallenge OCTET STRING, uniqueId OCTET STRING,
///         softwareEnforced AuthorizationList, hardwareEnforced AuthorizationList }
struct AndroidKeyDescription {
    let challenge: ArraySlice<UInt8>
    /// Whether hardware protects the key and made the attestation.
    let isFromHardware: Bool
    let softwareEnforced: AndroidAuthorizationList
    let hardwareEnforced: AndroidAuthorizationList

    /// Reads the extension; `nil` when it is missing or has another form.
    init?(_ certificate: Certificate) {
        guard let found = certificate.extensions[oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]],
            let node = try? DER.parse(found.value),
            let description = try? DER.sequence(node, identifier: .sequence, AndroidKeyDescription.init(reading:))
        else { return nil }
        self = description
    }

    private init(reading fields: inout ASN1NodeCollection.Iterator) throws {
        try AndroidKeyDescription.skipVersion(&fields)
        let isAttestedByHardware = try AndroidKeyDescription.isHardware(fields.next())
        try AndroidKeyDescription.skipVersion(&fields)
        isFromHardware = try AndroidKeyDescription.isHardware(fields.next()) && isAttestedByHardware
        challenge = try ASN1OctetString(derEncoded: &fields).bytes
        _ = try ASN1OctetString(derEncoded: &fields)
        softwareEnforced = try AndroidAuthorizationList(fields.next())
        hardwareEnforced = try AndroidAuthorizationList(fields.next())
    }

    private static func skipVersion(_ fields: inout ASN1NodeCollection.Iterator) throws {
        guard fields.next()?.identifier == .integer else { throw ASN1Error.missingField }
    }

    /// Whether a security level is hardware: 0 is software, 1 a trusted environment, 2 a separate chip.
    private static func isHardware(_ level: ASN1Node?) throws -> Bool {
        guard let level, level.identifier == .enumerated, case .primitive(let bytes) = level.content else {
            throw ASN1Error.missingField
        }
        return bytes.elementsEqual([1]) || bytes.elementsEqual([2])
    }
}
