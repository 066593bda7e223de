/// Why a registration is refused, in the order in which the procedure looks.
///
/// Of several faults the one declared first is reported. The raw values are stable.
public enum RegistrationRefusal: String, Error, Sendable, CaseIterable {
    /// `type` is not `public-key`.
    case typeNotPublicKey = "type_not_public_key"
    /// `id` is not the base64url form of `rawId`.
    case idNotRawID = "id_not_raw_id"
    /// The client data is not JSON of the required form, or names a member twice.
    case clientDataMalformed = "client_data_malformed"
    /// The client data is that of another ceremony.
    case clientDataTypeMismatch = "client_data_type_mismatch"
    /// It answers another challenge.
    case challengeMismatch = "challenge_mismatch"
    /// It was made on a page that is not the relying party's.
    case originNotAllowed = "origin_not_allowed"
    /// The ceremony happened in another site's frame, and that is not configured.
    case crossOriginNotAllowed = "cross_origin_not_allowed"
    /// The client data names a top origin but says that there was no frame.
    case topOriginWithoutCrossOrigin = "top_origin_without_cross_origin"
    /// It was made in a frame of a page that may not hold it.
    case topOriginNotAllowed = "top_origin_not_allowed"
    /// The attestation object cannot be read.
    case attestationObjectMalformed = "attestation_object_malformed"
    /// The authenticator data cannot be read.
    case authenticatorDataMalformed = "authenticator_data_malformed"
    /// The CBOR is not in the canonical form, and the policy requires it.
    case attestationObjectNotCanonical = "attestation_object_not_canonical"
    /// The authenticator data holds no new credential.
    case attestedCredentialMissing = "attested_credential_missing"
    /// The credential that was attested is not the one the client names.
    case attestedCredentialIDMismatch = "attested_credential_id_mismatch"
    /// It was made for another domain.
    case relyingPartyIDMismatch = "relying_party_id_mismatch"
    /// Nobody touched the authenticator.
    case userNotPresent = "user_not_present"
    /// The person was not verified, and had to be.
    case userNotVerified = "user_not_verified"
    /// The credential claims to be backed up although it cannot be.
    case backupStateWithoutEligibility = "backup_state_without_eligibility"
    /// The credential's public key cannot be read.
    case publicKeyMalformed = "public_key_malformed"
    /// The key is of an algorithm that was not offered.
    case algorithmNotOffered = "algorithm_not_offered"
    /// The key is not of the type or on the curve that its algorithm requires.
    case algorithmKeyMismatch = "algorithm_key_mismatch"
    /// The key is not on its curve, of small order, or an RSA key that is too weak.
    case publicKeyInvalid = "public_key_invalid"
    /// The format of the attestation is unknown, or not accepted here; `AttestationRefusal` tells these six apart.
    case attestationFormatUnsupported = "attestation_format_unsupported"
    /// The statement is not what its format describes.
    case attestationStatementMalformed = "attestation_statement_malformed"
    /// The statement is of a kind within its format that is not supported.
    case attestationStatementUnsupported = "attestation_statement_unsupported"
    /// The statement names another algorithm than that of the key that must have signed.
    case attestationAlgorithmMismatch = "attestation_algorithm_mismatch"
    /// The statement's signature does not hold.
    case attestationSignatureInvalid = "attestation_signature_invalid"
    /// The statement is one of this credential, but its certificates or its type are not what the policy asks for.
    case attestationNotAccepted = "attestation_not_accepted"
    /// The credential id is empty or longer than 1,023 bytes.
    case credentialIDLengthInvalid = "credential_id_length_invalid"

    /// The step of the specification that asks for the check; where it is not a step of the procedure, the section that
    /// says how what is checked is made.
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
