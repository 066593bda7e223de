// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject {
    public init(relyingPartyIdentifier: String) { fatalError() }

    open func createCredentialRegistrationRequest(
        challenge: Data,
        name: String,
        userID: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest { fatalError() }

    open func createCredentialAssertionRequest(
        challenge: Data
    ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest { fatalError() }
}

@available(*, unavailable)
extension ASAuthorizationPlatformPublicKeyCredentialProvider: Sendable {}
