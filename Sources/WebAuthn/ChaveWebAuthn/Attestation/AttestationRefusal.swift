/// Why an attestation is refused, in the order in which the procedures look.
///
/// Of several faults the one declared first is reported. What follows a type or scheme of a TPM's structure that is not
/// known cannot be read, and so has no faults. The raw values are stable. A registration's own refusal is the coarser
/// `registrationRefusal`.
public enum AttestationRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The format is none that is known.
    case formatUnsupported = "attestation_format_unsupported"
    /// The format is known, but the policy does not accept it.
    case formatNotAccepted = "attestation_format_not_accepted"
    /// The statement has not the members of its format, or one of another type; or what a TPM made is out of its form.
    case statementMalformed = "attestation_statement_malformed"
    /// What stands in `x5c` is no certificate, or has a key that nothing here can verify with or for which anybody can sign.
    case certificateMalformed = "attestation_certificate_malformed"
    /// The statement is signed with an algorithm that is not supported, or of an unsupported kind within its format.
    case statementUnsupported = "attestation_statement_unsupported"
    /// The statement names another algorithm than that of the key that must have signed.
    case algorithmMismatch = "attestation_algorithm_mismatch"
    /// The key that is attested is not the credential's.
    case keyMismatch = "attestation_key_mismatch"
    /// What is attested is not this registration: the value that ties both together is missing or another.
    case nonceMismatch = "attestation_nonce_mismatch"
    /// The TPM certifies another key than the one in its public area.
    case nameMismatch = "attestation_name_mismatch"
    /// The statement's signature does not hold.
    case signatureInvalid = "attestation_signature_invalid"
    /// The certificate has not the form that its format requires.
    case certificateUnsuitable = "attestation_certificate_unsuitable"
    /// The certificate is one of another model than the authenticator data names.
    case modelMismatch = "attestation_model_mismatch"
    /// An Android key is every application's, was not made on the device, or is for more than signing; or nothing says that
    /// it is not, where the policy asks for that.
    case keyUseUnsuitable = "attestation_key_use_unsuitable"
    /// The TPM's certificate names a maker that is not known, and the policy does not take that.
    case manufacturerUnknown = "attestation_manufacturer_unknown"
    /// A U2F key names a model, and the policy does not take that.
    case modelNotZero = "attestation_model_not_zero"
    /// The certificates do not lead to an anchor of the policy.
    case chainNotTrusted = "attestation_chain_not_trusted"
    /// The attestation is correct, but of a type that the policy does not accept.
    case typeNotAccepted = "attestation_type_not_accepted"
    /// The model is not among those accepted, or not proven by a chain.
    case modelNotAccepted = "attestation_model_not_accepted"

    /// The section of the specification that asks for the check.
    public var specificationStep: String {
        switch self {
        case .formatUnsupported, .formatNotAccepted: "WebAuthn Level 3, 7.1 step 21"
        case .statementMalformed, .certificateMalformed, .statementUnsupported, .algorithmMismatch, .signatureInvalid:
            "WebAuthn Level 3, 7.1 step 22"
        case .keyMismatch, .nonceMismatch: "WebAuthn Level 3, 8.3, 8.4 and 8.8"
        case .nameMismatch: "WebAuthn Level 3, 8.3"
        case .certificateUnsuitable, .modelMismatch: "WebAuthn Level 3, 8.2.1 and 8.3.1"
        case .keyUseUnsuitable: "WebAuthn Level 3, 8.4"
        case .manufacturerUnknown: "WebAuthn Level 3, 8.3.1"
        case .modelNotZero: "WebAuthn Level 3, 8.6"
        case .chainNotTrusted, .typeNotAccepted, .modelNotAccepted: "WebAuthn Level 3, 7.1 step 24"
        }
    }

    /// What the registration is refused with; the order of both is the same.
    public var registrationRefusal: RegistrationRefusal {
        switch self {
        case .formatUnsupported, .formatNotAccepted: .attestationFormatUnsupported
        case .statementMalformed, .certificateMalformed: .attestationStatementMalformed
        case .statementUnsupported: .attestationStatementUnsupported
        case .algorithmMismatch: .attestationAlgorithmMismatch
        case .keyMismatch, .nonceMismatch, .nameMismatch, .signatureInvalid: .attestationSignatureInvalid
        case .certificateUnsuitable, .modelMismatch, .keyUseUnsuitable, .manufacturerUnknown, .modelNotZero,
            .chainNotTrusted, .typeNotAccepted, .modelNotAccepted:
            .attestationNotAccepted
        }
    }
}
