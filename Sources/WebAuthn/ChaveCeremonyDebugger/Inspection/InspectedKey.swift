import ChaveBase
import ChaveWire

/// A COSE_Key by the names of its parameters.
enum InspectedKey {
    static func members(_ bytes: [UInt8], part: String, _ findings: inout Findings) throws(Finding) -> JSONObject {
        let value = try LooseCBOR.whole(bytes, part: part, &findings)
        return members(value, bytes, part: part, &findings)
    }

    /// The members of a key that was read already; `bytes` is the encoded key, for the strict reader.
    static func members(
        _ value: CBORValue,
        _ bytes: [UInt8],
        part: String,
        _ findings: inout Findings
    ) -> JSONObject {
        findings.noteUnlessFound(part) { () throws(WireError) in _ = try COSEKey(decoding: bytes) }
        var object = JSONObject()
        if let key = try? COSEKey(value) {
            add(key, to: &object)
        } else {
            object["diagnostic"] = .string(CBORDiagnostic.text(value))
        }
        return object
    }

    private static func add(_ key: COSEKey, to object: inout JSONObject) {
        object["alg"] = JSONValue(key.algorithm.rawValue)
        object["algorithm"] = JSONValue(AlgorithmNames.name(key.algorithm))
        switch key {
        case .ec2(_, let curve, let x, let y):
            object["kty"] = "EC2"
            object["crv"] = .string(PublicKeyExplanation.name(curve))
            object["x"] = .string(Hex.encode(x))
            object["y"] = .string(Hex.encode(y))
        case .okp(_, let curve, let x):
            object["kty"] = "OKP"
            object["crv"] = .string(PublicKeyExplanation.name(curve))
            object["x"] = .string(Hex.encode(x))
        case .rsa(_, let modulus, let exponent):
            object["kty"] = "RSA"
            object["n"] = .string(Hex.encode(modulus))
            object["e"] = .string(Hex.encode(exponent))
        }
    }
}
