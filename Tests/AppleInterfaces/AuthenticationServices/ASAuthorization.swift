// https://developer.apple.com/documentation/authenticationservices/asauthorization
open class ASAuthorization: NSObject {
    open var credential: any ASAuthorizationCredential { fatalError() }
}

@available(*, unavailable)
extension ASAuthorization: Sendable {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential
public protocol ASAuthorizationCredential: NSObjectProtocol {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest
open class ASAuthorizationRequest: NSObject {}

@available(*, unavailable)
extension ASAuthorizationRequest: Sendable {}
