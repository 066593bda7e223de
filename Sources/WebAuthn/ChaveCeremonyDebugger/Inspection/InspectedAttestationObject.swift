import ChaveBase
import ChaveWire

/// The object `{ "fmt": text, "attStmt": map, "authData": bytes }` and its content.
enum InspectedAttestationObject {
    static func members(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        let part = "the attestation object"
        let value = try LooseCBOR.whole(bytes, part: part, &findings)
        findings.noteUnlessFound(part) { () throws(WireError) in _ = try AttestationObject(decoding: bytes) }
        var object = JSONObject()
        object["fmt"] = JSONValue(value["fmt"]?.text)
        object["attStmt"] = value["attStmt"].map { .string(CBORDiagnostic.text($0)) } ?? .null
        object["certificates"] = certificates(value["attStmt"])
        if let data = value["authData"]?.bytes {
            object["authData"] = .object(try InspectedAuthenticatorData.members(data, &findings))
        } else {
            findings.note(Finding("\(part): authData is missing, or no bytes"))
        }
        return object
    }

    /// The certificates in `x5c`, when they are readable.
    private static func certificates(_ statement: CBORValue?) -> JSONValue? {
        guard let items = statement?["x5c"]?.array else { return nil }
        return .array(
            items.map { item in
                guard let bytes = item.bytes, let members = try? InspectedCertificate.members(bytes) else {
                    return .null
                }
                return .object(members)
            }
        )
    }
}
