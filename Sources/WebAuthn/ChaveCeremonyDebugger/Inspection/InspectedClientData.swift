import ChaveBase
import ChaveWire

/// Client data member by member (WebAuthn Level 3, section 5.8.1).
enum InspectedClientData {
    private static let part = "the client data"
    private static let known = ["type", "challenge", "origin", "crossOrigin", "topOrigin"]

    static func members(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes)
        } catch {
            throw Finding(error.problem.rawValue, at: error.position, of: part)
        }
        guard let object = json.object else { throw Finding("\(part): it is no object") }
        noteChallenge(object["challenge"]?.string, &findings)
        findings.noteUnlessFound(part) { () throws(WireError) in _ = try CollectedClientData(decoding: bytes) }
        var members = JSONObject()
        for name in known { members[name] = object[name] }
        var others = JSONObject()
        for (name, value) in object.members where !known.contains(name) { others[name] = value }
        members["others"] = others.isEmpty ? nil : .object(others)
        return members
    }

    private static func noteChallenge(_ challenge: String?, _ findings: inout Findings) {
        guard let challenge, (try? Base64URL.decode(challenge)) == nil else { return }
        let hint = Base64URLHint.about(challenge)
        findings.note(Finding("\(part): challenge is not base64url without padding.\(hint)"))
    }
}
