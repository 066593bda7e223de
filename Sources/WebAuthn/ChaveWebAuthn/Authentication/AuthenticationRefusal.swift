/// Why an authentication is refused, in the order of the checks.
///
/// The procedure reports the fault that is declared first here. The raw values are stable. The cases after
/// `signatureInvalid` depend on stored state, and only the holder of the key can see them.
public enum AuthenticationRefusal: String, Error, Sendable, CaseIterable {
    /// `type` is not `public-key`.
    case typeNotPublicKey = "type_not_public_key"
    /// `id` is not the base64url form of `rawId`.
    case idNotRawID = "id_not_raw_id"
    /// A list of credentials was sent, and this credential is not in it.
    case credentialNotAllowed = "credential_not_allowed"
    /// The stored credential has another id.
    case credentialMismatch = "credential_mismatch"
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
    /// The authenticator data cannot be read.
    case authenticatorDataMalformed = "authenticator_data_malformed"
    /// The authenticator data has a new credential, which belongs in a registration.
    case attestedCredentialPresent = "attested_credential_present"
    /// The answer was made for another domain.
    case relyingPartyIDMismatch = "relying_party_id_mismatch"
    /// Nobody touched the authenticator.
    case userNotPresent = "user_not_present"
    /// The person was not verified, although the relying party requires it.
    case userNotVerified = "user_not_verified"
    /// The credential claims to be backed up, although it cannot be.
    case backupStateWithoutEligibility = "backup_state_without_eligibility"
    /// The stored key cannot be read: this is the relying party's fault, and nothing can be verified.
    case storedPublicKeyUnusable = "stored_public_key_unusable"
    /// The signature is not this credential's signature over these bytes.
    case signatureInvalid = "signature_invalid"
    /// The answer names no user, although nothing else identifies the user.
    case userHandleMissing = "user_handle_missing"
    /// The answer names a user other than the credential's owner.
    case userHandleMismatch = "user_handle_mismatch"
    /// The credential's backup eligibility is not the same as at registration.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// The counter did not rise: there may be a copy of the authenticator.
    case counterNotAdvanced = "counter_not_advanced"

    /// The step of the specification that requires the check.
    ///
    /// When the check is not a step of the procedure, this is the section that defines the checked value.
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
