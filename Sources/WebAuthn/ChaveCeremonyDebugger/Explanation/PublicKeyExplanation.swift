import ChaveWire

/// Sentences about a credential's public key.
enum PublicKeyExplanation {
    static let invalid =
        "The public key cannot be used: its point is not on its curve or of small order, or its RSA numbers are too weak "
        + "(2048 bits at least). The authenticator is wrong; do not store such a key."

    static func malformed(_ bytes: [UInt8]) -> String {
        let advice = "'chave webauthn inspect --as cose-key --lenient' takes it apart."
        do {
            _ = try COSEKey(decoding: bytes)
            return advice
        } catch {
            return
                "The public key (\(Counted.bytes(bytes.count))) is no COSE_Key that WebAuthn allows. \(error.sentence) \(advice)"
        }
    }

    static func mismatch(_ bytes: [UInt8]) -> String {
        let key = try? COSEKey(decoding: bytes)
        let algorithm = key.map { AlgorithmNames.text($0.algorithm) } ?? "unknown"
        return "The public key is \(key.map(kind) ?? "unknown"), which does not go with its algorithm \(algorithm). "
            + "ES256 goes with P-256, ES384 with P-384, ES512 with P-521, EdDSA with Ed25519, RS256 with RSA."
    }

    static func kind(_ key: COSEKey) -> String {
        switch key {
        case .ec2(_, let curve, _, _), .okp(_, let curve, _): name(curve)
        case .rsa(_, let modulus, _): "RSA with \(8 * modulus.count) bits"
        }
    }

    static func name(_ curve: COSECurve) -> String {
        switch curve {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        case .ed25519: "Ed25519"
        }
    }
}
