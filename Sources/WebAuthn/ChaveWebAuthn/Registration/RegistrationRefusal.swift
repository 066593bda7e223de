/// Why a registration is refused, in the order of the checks.
///
/// The procedure reports the fault that is declared first here. The raw values are stable.
public enum RegistrationRefusal: String, Error, Sendable, CaseIterable {
    /// `type` is not `public-key`.
    case typeNotPublicKey = "type_not_public_key"
    /// `id` is not the base64url form of `rawId`.
    case idNotRawID = "id_not_raw_id"
    /// The client data is not JSON of the required form, or names a member twice.
    case clientDataMalformed = "client_data_malformed"
    /// The client data belongs to another ceremony.
    case clientDataTypeMismatch = "client_data_type_mismatch"
    /// The answer is for another challenge.
    case challengeMismatch = "challenge_mismatch"
    /// The answer was made on a page that is not the relying party's.
    case originNotAllowed = "origin_not_allowed"
    /// The ceremony happened in another site's frame, and that is not configured.
    case crossOriginNotAllowed = "cross_origin_not_allowed"
    /// The client data names a top origin, but says that there was no frame.
    case topOriginWithoutCrossOrigin = "top_origin_without_cross_origin"
    /// The answer was made in a frame of a page that may not frame the relying party.
    case topOriginNotAllowed = "top_origin_not_allowed"
    /// The attestation object cannot be read.
    case attestationObjectMalformed = "attestation_object_malformed"
    /// The authenticator data cannot be read.
    case authenticatorDataMalformed = "authenticator_data_malformed"
    /// The CBOR is not in the canonical form, and the policy requires it.
    case attestationObjectNotCanonical = "attestation_object_not_canonical"
    /// The authenticator data has no new credential.
    case attestedCredentialMissing = "attested_credential_missing"
    /// The attested credential is not the one that the client names.
    case attestedCredentialIDMismatch = "attested_credential_id_mismatch"
    /// The answer was made for another domain.
    case relyingPartyIDMismatch = "relying_party_id_mismatch"
    /// Nobody touched the authenticator.
    case userNotPresent = "user_not_present"
    /// The person was not verified, although the relying party requires it.
    case userNotVerified = "user_not_verified"
    /// The credential claims to be backed up, although it cannot be.
    case backupStateWithoutEligibility = "backup_state_without_eligibility"
    /// The credential's public key cannot be read.
    case publicKeyMalformed = "public_key_malformed"
    /// The key's algorithm was not offered.
    case algorithmNotOffered = "algorithm_not_offered"
    /// The key does not have the type or the curve that its algorithm requires.
    case algorithmKeyMismatch = "algorithm_key_mismatch"
    /// The key is not on its curve, has a small order, or is an RSA key that is too weak.
    case publicKeyInvalid = "public_key_invalid"
    /// The attestation's format is unknown or not accepted; `AttestationRefusal` distinguishes these six cases.
    case attestationFormatUnsupported = "attestation_format_unsupported"
    /// The statement does not match its format.
    case attestationStatementMalformed = "attestation_statement_malformed"
    /// The statement's kind within its format is not supported.
    case attestationStatementUnsupported = "attestation_statement_unsupported"
    /// The statement names an algorithm other than the signing key's.
    case attestationAlgorithmMismatch = "attestation_algorithm_mismatch"
    /// The statement's signature is invalid.
    case attestationSignatureInvalid = "attestation_signature_invalid"
    /// The statement is for this credential, but the policy does not accept its certificates or its type.
    case attestationNotAccepted = "attestation_not_accepted"
    /// The credential id is empty or longer than 1,023 bytes.
    case credentialIDLengthInvalid = "credential_id_length_invalid"

    /// The step of the specification that requires the check.
    ///
    /// When the check is not a step of the procedure, this is the section that defines the checked value.
    public var specificationStep: String {
        switch self {
        case .typeNotPublicKey, .idNotRawID: "WebAuthn Level 3, 5.1"
        case .attestedCredentialIDMismatch: "WebAuthn Level 3, 5.1.3"
        case .clientDataMalformed: "WebAuthn Level 3, 7.1 step 6"
        case .clientDataTypeMismatch: "WebAuthn Level 3, 7.1 step 7"
        case .challengeMismatch: "WebAuthn Level 3, 7.1 step 8"
        case .originNotAllowed: "WebAuthn Level 3, 7.1 step 9"
        case .crossOriginNotAllowed: "WebAuthn Level 3, 7.1 step 10"
        case .topOriginWithoutCrossOrigin, .topOriginNotAllowed: "WebAuthn Level 3, 7.1 step 11"
        case .attestationObjectMalformed, .attestationObjectNotCanonical: "WebAuthn Level 3, 7.1 step 13"
        case .authenticatorDataMalformed, .attestedCredentialMissing: "WebAuthn Level 3, 6.1"
        case .relyingPartyIDMismatch: "WebAuthn Level 3, 7.1 step 14"
        case .userNotPresent: "WebAuthn Level 3, 7.1 step 15"
        case .userNotVerified: "WebAuthn Level 3, 7.1 step 16"
        case .backupStateWithoutEligibility: "WebAuthn Level 3, 7.1 step 17"
        case .publicKeyMalformed, .algorithmNotOffered: "WebAuthn Level 3, 7.1 step 20"
        case .algorithmKeyMismatch, .publicKeyInvalid: "WebAuthn Level 3, 5.8.5"
        case .attestationFormatUnsupported: "WebAuthn Level 3, 7.1 step 21"
        case .attestationStatementMalformed, .attestationStatementUnsupported, .attestationAlgorithmMismatch,
            .attestationSignatureInvalid:
            "WebAuthn Level 3, 7.1 step 22"
        case .attestationNotAccepted: "WebAuthn Level 3, 7.1 step 24"
        case .credentialIDLengthInvalid: "WebAuthn Level 3, 7.1 step 25"
        }
    }
}
