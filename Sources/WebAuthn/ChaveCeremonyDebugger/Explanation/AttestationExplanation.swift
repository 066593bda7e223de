import ChaveWebAuthn
import ChaveWire

/// Why an attestation is refused: the expected value, the received value, and the remedy.
struct AttestationExplanation {
    private let request: AttestationRequest
    private let object: AttestationObject?
    private let attested: AttestedCredentialData?

    init(_ request: AttestationRequest, _ object: AttestationObject?, _ attested: AttestedCredentialData?) {
        self.request = request
        self.object = object
        self.attested = attested
    }

    /// The section that requires the check: the format's own section when the format is known.
    func step(_ refusal: AttestationRefusal) -> String {
        let identifier = object?.format ?? ""
        let format = AttestationFormat.allCases.first { $0.rawValue.utf8.elementsEqual(identifier.utf8) }
        return format.map(refusal.specificationStep(of:)) ?? refusal.specificationStep
    }

    func sentence(_ refusal: AttestationRefusal) -> String {
        switch refusal {
        case .formatUnsupported: formatUnsupported
        case .formatNotAccepted: formatNotAccepted
        case .statementMalformed:
            advised("attStmt has not the members that the format \(format) asks for: it is \(statement).")
        case .certificateMalformed:
            advised(
                "A certificate in x5c of the format \(format) is none, or has a key that nothing here verifies with."
            )
        case .statementUnsupported:
            advised(
                "The statement of the format \(format) is signed with an algorithm, or is of a kind, not supported."
            )
        case .algorithmMismatch: algorithmMismatch
        case .keyMismatch: advised("The key that the format \(format) attests is not the credential's.")
        case .nonceMismatch:
            advised("What the format \(format) attests is another registration: \(Self.notAsAttested)")
        case .nameMismatch: advised("The TPM certifies another key than the one in its public area.")
        case .signatureInvalid:
            advised("The signature of the format \(format) does not hold over both parts: \(Self.notAsAttested)")
        case .certificateUnsuitable:
            advised("The certificate that signed has not the form that the format \(format) requires.")
        case .keyUseUnsuitable: advised(keyUse)
        case .manufacturerUnknown: advised("The TPM's certificate names a maker that is not known.")
        case .modelMismatch, .modelNotZero, .modelNotAccepted: model(refusal)
        case .chainNotTrusted: chainNotTrusted
        case .typeNotAccepted: typeNotAccepted
        }
    }

    private static let advice =
        "Look at the statement with 'chave webauthn inspect'; without a need for attestation, ask for 'none' in the options."

    private var format: String { Quoted.text(object?.format ?? "") }

    private static let notAsAttested =
        "authenticator data or client data is not as the authenticator attested it."

    private func advised(_ fault: String) -> String { "\(fault) \(Self.advice)" }

    private var keyUse: String {
        "The key that the format \(format) attests is every application's, was not made on the device, or does more than "
            + "sign."
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
        "The attestation of the format \(format) is correct and of type '\(type.rawValue)'; attestation.types has "
            + "\(Quoted.list(request.typeNames)). Add its type there if that is enough for you."
    }

    /// The type of a correct attestation; a chain that leads to no anchor is refused before the type is checked.
    private var type: AttestationType {
        guard let object, object.format != AttestationFormat.none.rawValue else { return .none }
        return object.statement["x5c"] == nil ? .selfAttestation : .anchored
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
        let signer =
            type == .selfAttestation
            ? "the credential's key, which signed, has \(came)"
            : "the certificate's key has another"
        return "The statement of the format \(format) names algorithm "
            + "\(AlgorithmNames.text(COSEAlgorithm(rawValue: stated))), and \(signer). \(Self.advice)"
    }

    private func model(_ refusal: AttestationRefusal) -> String {
        "The authenticator data names the model \(Hex.model(attested?.aaguid ?? [])), which is not the one that the "
            + "certificate or the policy asks for ('\(refusal.rawValue)'). \(Self.advice)"
    }
}
