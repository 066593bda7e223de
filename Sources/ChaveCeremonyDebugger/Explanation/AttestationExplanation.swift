import ChaveWebAuthn
import ChaveWire

/// Why an attestation is refused: what was expected, what came, what to do.
struct AttestationExplanation {
    private let request: AttestationRequest
    private let object: AttestationObject?
    private let attested: AttestedCredentialData?

    init(_ request: AttestationRequest, _ object: AttestationObject?, _ attested: AttestedCredentialData?) {
        self.request = request
        self.object = object
        self.attested = attested
    }

    /// By the stable name, so that a refusal which a new format brings is explained by its format and step until it has a
    /// sentence of its own.
    func sentence(_ refusal: AttestationRefusal) -> String {
        switch refusal.rawValue {
        case "attestation_format_unsupported": formatUnsupported
        case "attestation_format_not_accepted": formatNotAccepted
        case "attestation_type_not_accepted": typeNotAccepted
        case "attestation_chain_not_trusted": chainNotTrusted
        case "attestation_algorithm_mismatch": algorithmMismatch
        case "attestation_model_mismatch", "attestation_model_not_zero", "attestation_model_not_accepted":
            model(refusal)
        default: "\(fault(refusal)) \(Self.advice)"
        }
    }

    private static let advice =
        "Look at the statement with 'chave webauthn inspect'; without a need for attestation, ask for 'none' in the options."

    private var format: String { Quoted.text(object?.format ?? "") }

    private func fault(_ refusal: AttestationRefusal) -> String {
        switch refusal.rawValue {
        case "attestation_statement_malformed":
            "attStmt has not the members that the format \(format) asks for: it is \(statement)."
        case "attestation_certificate_malformed":
            "A certificate in x5c of the format \(format) is none, or has a key that nothing here verifies with."
        case "attestation_statement_unsupported":
            "The statement of the format \(format) is signed with an algorithm, or of a kind, that is not supported."
        case "attestation_signature_invalid":
            "The signature of the format \(format) does not hold over authenticator data and client data: "
                + "one of them is not as the authenticator signed it."
        case "attestation_certificate_unsuitable":
            "The certificate that signed has not the form that the format \(format) requires."
        case "attestation_key_mismatch": "The key that the format \(format) attests is not the credential's."
        case "attestation_nonce_mismatch":
            "What the format \(format) attests is another registration: authenticator data or client data is not the one "
                + "that was attested."
        case "attestation_name_mismatch": "The TPM certifies another key than the one in its public area."
        case "attestation_key_use_unsuitable":
            "The key that the format \(format) attests is every application's, was not made on the device, or does more "
                + "than sign."
        case "attestation_manufacturer_unknown": "The TPM's certificate names a maker that is not known."
        default: "The attestation of the format \(format) is refused as '\(refusal.rawValue)'."
        }
    }

    private var statement: String { Quoted.plain(object.map { CBORDiagnostic.text($0.statement) } ?? "unreadable") }

    private var formatUnsupported: String {
        let known = AttestationFormat.allCases.map(\.rawValue)
        return "The attestation's format is \(format); supported are \(Quoted.list(known)). "
            + "Ask for attestation 'none' in the options, unless you need this format."
    }

    private var formatNotAccepted: String {
        "The attestation's format is \(format), which is not in attestation.formats \(Quoted.list(request.formatNames)). "
            + "Add it there if you accept it, or ask for another attestation in the options."
    }

    private var typeNotAccepted: String {
        "The attestation of the format \(format) is correct and of type '\(type)'; attestation.types has "
            + "\(Quoted.list(request.typeNames)). Add its type there if that is enough for you."
    }

    private var type: String {
        guard let object, object.format != "none" else { return "none" }
        return object.statement["x5c"] == nil ? "self" : "anchored"
    }

    private var chainNotTrusted: String {
        let anchors = request.anchors?.count ?? 0
        guard anchors > 0 else {
            return
                "The attestation of the format \(format) brings certificates, and no trust anchors were given to lead to. "
                + "Add the vendor's root to attestation.trustAnchors, or leave attestation out to trust none."
        }
        return
            "The certificates in x5c (\(certificates)) lead to none of the trust anchors (\(anchors) given), or one of them is "
            + "not valid now. Add the root that issued them to attestation.trustAnchors, if you trust it."
    }

    private var certificates: String {
        let count = object?.statement["x5c"]?.array?.count ?? 0
        return count == 1 ? "1 certificate" : "\(count) certificates"
    }

    private var algorithmMismatch: String {
        let key = attested.flatMap { try? COSEKey(decoding: $0.publicKey) }
        let came = key.map { AlgorithmNames.text($0.algorithm) } ?? "unknown"
        guard let stated = object?.statement["alg"]?.int64 else {
            return "The format \(format) does not go with a credential's key of algorithm \(came). \(Self.advice)"
        }
        let isSelf = type == "self"
        let signer = isSelf ? "the credential's key, which signed, has \(came)" : "the certificate's key has another"
        return "The statement of the format \(format) names algorithm "
            + "\(AlgorithmNames.text(COSEAlgorithm(rawValue: stated))), and \(signer). \(Self.advice)"
    }

    private func model(_ refusal: AttestationRefusal) -> String {
        "The authenticator data names the model \(Hex.model(attested?.aaguid ?? [])), which is not the one that the "
            + "certificate or the policy asks for ('\(refusal.rawValue)'). \(Self.advice)"
    }
}
