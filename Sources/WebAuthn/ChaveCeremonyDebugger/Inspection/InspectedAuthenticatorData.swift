import ChaveBase
import ChaveWire

/// Authenticator data part by part (WebAuthn Level 3, section 6.1), as far as it is present.
enum InspectedAuthenticatorData {
    private static let part = "authenticator data"
    private static let headSize = 37

    static func members(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        guard bytes.count >= headSize else {
            throw Finding("\(part): it has \(Counted.bytes(bytes.count)), \(headSize) are the least")
        }
        let flags = AuthenticatorData.Flags(rawValue: bytes[32])
        var object = JSONObject()
        object["rpIdHash"] = .string(Hex.encode(bytes[0..<32]))
        object["flags"] = FlagNames.json(flags)
        object["signCount"] = JSONValue(bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) })
        var position = headSize
        if flags.contains(.attestedCredentialData) {
            object["attestedCredentialData"] = .object(try attested(bytes, &position, &findings))
        }
        if flags.contains(.extensionData) {
            let value = try item(bytes, &position, part, &findings)
            object["extensions"] = .string(CBORDiagnostic.text(value))
        }
        noteRest(bytes, position, flags, &findings)
        findings.noteUnlessFound(part) { () throws(WireError) in _ = try AuthenticatorData(decoding: bytes) }
        return object
    }

    private static func attested(
        _ bytes: [UInt8],
        _ position: inout Int,
        _ findings: inout Findings
    ) throws(Finding) -> JSONObject {
        guard bytes.count >= position + 18 else {
            throw Finding("AT is set, and the new credential ends early", at: bytes.count, of: part)
        }
        let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
        let start = position + 18
        guard bytes.count - start >= length else {
            throw Finding("a credential id of \(Counted.bytes(length)), more than is left", at: position + 16, of: part)
        }
        if !(1...1_023).contains(length) {
            findings.note(
                "a credential id of \(Counted.bytes(length)); 1 to 1023 are allowed",
                at: position + 16,
                of: part
            )
        }
        var object = JSONObject()
        object["aaguid"] = .string(Hex.model(Array(bytes[position..<position + 16])))
        object["credentialId"] = .string(Base64URL.encode(bytes[start..<start + length]))
        position = start + length
        let keyStart = position
        let key = try item(bytes, &position, part, &findings)
        let written = Array(bytes[keyStart..<position])
        object["credentialPublicKey"] = .object(InspectedKey.members(key, written, part: "the public key", &findings))
        return object
    }

    private static func item(
        _ bytes: [UInt8],
        _ position: inout Int,
        _ part: String,
        _ findings: inout Findings
    ) throws(Finding) -> CBORValue {
        var reader = LooseCBOR(bytes, from: position, part: part)
        let value = try reader.item()
        for text in reader.findings.texts { findings.note(Finding(text)) }
        position = reader.position
        return value
    }

    private static func noteRest(
        _ bytes: [UInt8],
        _ position: Int,
        _ flags: AuthenticatorData.Flags,
        _ findings: inout Findings
    ) {
        let missing =
            flags.isDisjoint(with: [.attestedCredentialData, .extensionData]) ? "; neither AT nor ED is set" : ""
        findings.noteLeftOver(bytes.count - position, at: position, of: part, because: missing)
    }
}
