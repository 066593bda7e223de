internal import SwiftASN1
internal import X509

/// What an Android device says of a key in its certificate (extension 1.3.6.1.4.1.11129.2.1.17).
///
///     KeyDescription ::= SEQUENCE {
///         attestationVersion INTEGER, attestationSecurityLevel ENUMERATED,
///         keyMintVersion INTEGER, keyMintSecurityLevel ENUMERATED,
///         attestationChallenge OCTET STRING, uniqueId OCTET STRING,
///         softwareEnforced AuthorizationList, hardwareEnforced AuthorizationList }
struct AndroidKeyDescription {
    let challenge: ArraySlice<UInt8>
    /// Whether neither key nor attestation is a matter of software alone.
    let isFromHardware: Bool
    let softwareEnforced: AndroidAuthorizationList
    let hardwareEnforced: AndroidAuthorizationList

    /// `nil` when the certificate has no such extension, or one of another form.
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

    /// Software is 0, a trusted environment 1, a chip of its own 2.
    private static func isHardware(_ level: ASN1Node?) throws -> Bool {
        guard let level, level.identifier == .enumerated, case .primitive(let bytes) = level.content else {
            throw ASN1Error.missingField
        }
        return bytes.elementsEqual([1]) || bytes.elementsEqual([2])
    }
}
