// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistrationrequest
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest {
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistrationrequest
    open var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationwebbrowserplatformpublickeycredentialregistrationrequest/excludedcredentials
    @available(iOS 17.4, macOS 13.5, *)
    open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? {
        get { fatalError() }
        set { fatalError() }
    }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertionrequest
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest {
    open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertionrequest
    open var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference = .preferred
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialdescriptor
open class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject {
    public init(credentialID: Data) { fatalError() }
}

@available(*, unavailable)
extension ASAuthorizationPlatformPublicKeyCredentialDescriptor: Sendable {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialuserverificationpreference
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let preferred = ASAuthorizationPublicKeyCredentialUserVerificationPreference(rawValue: "preferred")
    public static let required = ASAuthorizationPublicKeyCredentialUserVerificationPreference(rawValue: "required")
    public static let discouraged = ASAuthorizationPublicKeyCredentialUserVerificationPreference(
        rawValue: "discouraged"
    )
}
