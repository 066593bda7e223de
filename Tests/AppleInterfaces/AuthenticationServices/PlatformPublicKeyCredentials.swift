// https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
public protocol ASPublicKeyCredential: ASAuthorizationCredential {
    var rawClientDataJSON: Data { get }
    var credentialID: Data { get }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialattachment
@available(iOS 16.6, macOS 13.5, *)
public enum ASAuthorizationPublicKeyCredentialAttachment: Int, Sendable {
    case platform
    case crossPlatform
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialregistration
open class ASAuthorizationPlatformPublicKeyCredentialRegistration: NSObject, ASPublicKeyCredential {
    open var rawClientDataJSON: Data { fatalError() }
    open var credentialID: Data { fatalError() }

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialregistration
    open var rawAttestationObject: Data? { fatalError() }

    @available(iOS 16.6, macOS 13.5, *)
    open var attachment: ASAuthorizationPublicKeyCredentialAttachment { fatalError() }
}

@available(*, unavailable)
extension ASAuthorizationPlatformPublicKeyCredentialRegistration: Sendable {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialassertion
open class ASAuthorizationPlatformPublicKeyCredentialAssertion: NSObject, ASPublicKeyCredential {
    open var rawClientDataJSON: Data { fatalError() }
    open var credentialID: Data { fatalError() }

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialassertion
    open var rawAuthenticatorData: Data! { fatalError() }
    open var userID: Data! { fatalError() }
    open var signature: Data! { fatalError() }

    @available(iOS 16.6, macOS 13.5, *)
    open var attachment: ASAuthorizationPublicKeyCredentialAttachment { fatalError() }
}

@available(*, unavailable)
extension ASAuthorizationPlatformPublicKeyCredentialAssertion: Sendable {}
