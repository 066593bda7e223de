/// An authenticator that makes credentials and signs with them: the platform's own, or one in software.
///
/// Both calls ask the person and wait for the answer. Cancelling the task ends the call with `.userCancelled`.
public protocol PlatformAuthenticator: Sendable {
    /// Makes a key pair for the relying party and user of `options` (WebAuthn Level 3, section 5.1.3).
    func makeCredential(_ options: CredentialCreationOptions) async throws(DeviceKeyError) -> CreatedCredential

    /// Signs the challenge of `options` with one of the credentials they allow (WebAuthn Level 3, section 5.1.4.1).
    func getAssertion(_ options: CredentialRequestOptions) async throws(DeviceKeyError) -> CredentialAssertion
}
