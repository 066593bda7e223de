/// Why an authentication is refused, in the order in which the procedure looks.
///
/// Of several faults the one declared first is reported. The raw values are stable. What is declared after
/// `signatureInvalid` speaks of stored state and is only told to who holds the key.
public enum AuthenticationRefusal: String, Error, Sendable, CaseIterable {
    /// `type` is not `public-key`.
    case typeNotPublicKey = "type_not_public_key"
    /// `id` is not the base64url form of `rawId`.
    case idNotRawID = "id_not_raw_id"
    /// A list of credentials was sent, and this is none of them.
    case credentialNotAllowed = "credential_not_allowed"
    /// The stored credential is another one.
    case credentialMismatch = "credential_mismatch"
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
    /// The authenticator data cannot be read.
    case authenticatorDataMalformed = "authenticator_data_malformed"
    /// The authenticator data holds a new credential, which belongs into a registration.
    case attestedCredentialPresent = "attested_credential_present"
    /// It was made for another domain.
    case relyingPartyIDMismatch = "relying_party_id_mismatch"
    /// Nobody touched the authenticator.
    case userNotPresent = "user_not_present"
    /// The person was not verified, and had to be.
    case userNotVerified = "user_not_verified"
    /// The credential claims to be backed up although it cannot be.
    case backupStateWithoutEligibility = "backup_state_without_eligibility"
    /// The stored key cannot be read: the fault is on our side, and nothing can be verified.
    case storedPublicKeyUnusable = "stored_public_key_unusable"
    /// The signature is not one of this credential over these bytes.
    case signatureInvalid = "signature_invalid"
    /// The answer names no user although it is the only way to know who it is.
    case userHandleMissing = "user_handle_missing"
    /// The answer names another user than the one the credential belongs to.
    case userHandleMismatch = "user_handle_mismatch"
    /// Whether the credential can be backed up is not what it was at registration.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// The counter did not rise: there may be a copy of the authenticator.
    case counterNotAdvanced = "counter_not_advanced"

    /// The step of the specification that asks for the check; where it is not a step of the procedure, the section that
    /// says how what is checked is made.
    public var specificationStep: String {
        switch self {
        case .typeNotPublicKey, .idNotRawID: "WebAuthn Level 3, 5.1"
        case .credentialNotAllowed: "WebAuthn Level 3, 7.2 step 5"
        case .credentialMismatch, .userHandleMissing, .userHandleMismatch: "WebAuthn Level 3, 7.2 step 6"
        case .clientDataMalformed: "WebAuthn Level 3, 7.2 step 9"
        case .clientDataTypeMismatch: "WebAuthn Level 3, 7.2 step 10"
        case .challengeMismatch: "WebAuthn Level 3, 7.2 step 11"
        case .originNotAllowed: "WebAuthn Level 3, 7.2 step 12"
        case .crossOriginNotAllowed: "WebAuthn Level 3, 7.2 step 13"
        case .topOriginWithoutCrossOrigin, .topOriginNotAllowed: "WebAuthn Level 3, 7.2 step 14"
        case .authenticatorDataMalformed, .attestedCredentialPresent: "WebAuthn Level 3, 6.1"
        case .relyingPartyIDMismatch: "WebAuthn Level 3, 7.2 step 15"
        case .userNotPresent: "WebAuthn Level 3, 7.2 step 16"
        case .userNotVerified: "WebAuthn Level 3, 7.2 step 17"
        case .backupStateWithoutEligibility: "WebAuthn Level 3, 7.2 step 18"
        case .backupEligibilityChanged: "WebAuthn Level 3, 7.2 step 19"
        case .storedPublicKeyUnusable, .signatureInvalid: "WebAuthn Level 3, 7.2 step 21"
        case .counterNotAdvanced: "WebAuthn Level 3, 7.2 step 22"
        }
    }
}
