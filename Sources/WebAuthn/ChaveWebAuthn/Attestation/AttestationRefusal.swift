/// Why an attestation is refused, in the order of the checks.
///
/// A procedure reports the fault that is declared first here. The parts of a TPM structure after an unknown type or
/// scheme are unreadable, so their faults are not reported. The raw values are stable. `registrationRefusal` is the
/// coarser refusal of the registration.
public enum AttestationRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The format is unknown.
    case formatUnsupported = "attestation_format_unsupported"
    /// The format is known, but the policy does not accept it.
    case formatNotAccepted = "attestation_format_not_accepted"
    /// The statement lacks the members of its format or has one of the wrong type, or a TPM structure is malformed.
    case statementMalformed = "attestation_statement_malformed"
    /// An element of `x5c` is not a certificate, or its key cannot verify anything, or anybody can sign for its key.
    case certificateMalformed = "attestation_certificate_malformed"
    /// The statement's signature algorithm is not supported, or its kind within the format is not.
    case statementUnsupported = "attestation_statement_unsupported"
    /// The statement names an algorithm other than the signing key's.
    case algorithmMismatch = "attestation_algorithm_mismatch"
    /// The attested key is not the credential's key.
    case keyMismatch = "attestation_key_mismatch"
    /// The statement does not belong to this registration: the value that links both is missing or different.
    case nonceMismatch = "attestation_nonce_mismatch"
    /// The TPM certifies a key other than the one in its public area.
    case nameMismatch = "attestation_name_mismatch"
    /// The statement's signature is invalid.
    case signatureInvalid = "attestation_signature_invalid"
    /// The certificate does not have the form that its format requires.
    case certificateUnsuitable = "attestation_certificate_unsuitable"
    /// The certificate is for a model other than the one in the authenticator data.
    case modelMismatch = "attestation_model_mismatch"
    /// An Android key belongs to every application, was not made on the device, or does more than sign.
    ///
    /// The refusal also covers a missing proof of the opposite, when the policy requires one.
    case keyUseUnsuitable = "attestation_key_use_unsuitable"
    /// The TPM's certificate names an unknown manufacturer, and the policy requires a known one.
    case manufacturerUnknown = "attestation_manufacturer_unknown"
    /// A U2F key names a model, and the policy requires the model zero.
    case modelNotZero = "attestation_model_not_zero"
    /// The certificates do not lead to an anchor of the policy.
    case chainNotTrusted = "attestation_chain_not_trusted"
    /// The attestation is correct, but the policy does not accept its type.
    case typeNotAccepted = "attestation_type_not_accepted"
    /// The model is not accepted, or no chain proves it.
    case modelNotAccepted = "attestation_model_not_accepted"

    /// The section of the specification that requires the check.
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

    /// The refusal of the registration, in the same order.
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
