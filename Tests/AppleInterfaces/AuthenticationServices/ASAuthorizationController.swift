// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
open class ASAuthorizationController: NSObject {
    public init(authorizationRequests: [ASAuthorizationRequest]) { fatalError() }

    weak open var delegate: (any ASAuthorizationControllerDelegate)?
    weak open var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?

    open func performRequests() { fatalError() }

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests(options:)
    @available(iOS 16.0, macOS 13.0, *)
    open func performRequests(options: ASAuthorizationController.RequestOptions) { fatalError() }

    // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/requestoptions
    @available(iOS 16.0, macOS 13.0, *)
    public struct RequestOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var preferImmediatelyAvailableCredentials: ASAuthorizationController.RequestOptions {
            fatalError()
        }
    }

    @available(iOS 16.0, macOS 13.0, *)
    open func cancel() { fatalError() }
}

@available(*, unavailable)
extension ASAuthorizationController: Sendable {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    )

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
