/// An authenticator over a platform's passkeys and any prompt.
struct PasskeyAuthenticator: PlatformAuthenticator {
    let ceremonies: PasskeyCeremonies
    let prompt: any PasskeyPrompt

    func makeCredential(_ options: CredentialCreationOptions) async throws(DeviceKeyError) -> CreatedCredential {
        let request = try PasskeyRegistrationRequest(options)
        let answer = try await ceremonies.run(.registration(request), by: prompt)
        return try answer.created(reportingProperties: options.requestsCredentialProperties)
    }

    func getAssertion(_ options: CredentialRequestOptions) async throws(DeviceKeyError) -> CredentialAssertion {
        let request = try PasskeyAssertionRequest(options)
        return try await ceremonies.run(.assertion(request), by: prompt).asserted()
    }
}
