import ChaveBase
import ChaveWire

/// The members that each kind shows.
///
/// A loose reader reads the bytes first, so that there is something to show. The strict reader then decides whether the
/// bytes have a fault.
enum InspectedPart {
    static func members(
        _ bytes: [UInt8],
        as kind: InspectedKind,
        _ findings: inout Findings
    ) throws(Finding) -> JSONObject {
        switch kind {
        case .attestationObject: try InspectedAttestationObject.members(bytes, &findings)
        case .authenticatorData: try InspectedAuthenticatorData.members(bytes, &findings)
        case .clientData: try InspectedClientData.members(bytes, &findings)
        case .coseKey: try InspectedKey.members(bytes, part: "the key", &findings)
        case .signature: try InspectedSignature.members(bytes, &findings)
        case .certificate: try InspectedCertificate.members(bytes)
        case .cbor: try cbor(bytes, &findings)
        }
    }

    private static func cbor(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        let value = try LooseCBOR.whole(bytes, part: "the item", &findings)
        findings.noteUnlessFound("the item") { () throws(WireError) in _ = try CBORValue(decoding: bytes) }
        var object = JSONObject()
        object["diagnostic"] = .string(CBORDiagnostic.text(value))
        return object
    }
}
