#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation

    /// One question to the person: a controller and its delegate.
    @MainActor
    final class PasskeyQuestion: NSObject, ASAuthorizationControllerDelegate,
        ASAuthorizationControllerPresentationContextProviding
    {
        private let controller: ASAuthorizationController
        private let window: ASPresentationAnchor
        private let answer: @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void

        init(
            _ request: ASAuthorizationRequest,
            in window: ASPresentationAnchor,
            answer: @escaping @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void
        ) {
            controller = ASAuthorizationController(authorizationRequests: [request])
            self.window = window
            self.answer = answer
            super.init()
            controller.delegate = self
            controller.presentationContextProvider = self
        }

        /// Shows the system's sheet, on request only for passkeys of this device.
        ///
        /// If this device has no such passkey, the system ends with 1001, as for a refusal by the person. iOS 15 has no
        /// such option.
        func perform(forThisDeviceAlone: Bool) {
            if forThisDeviceAlone, #available(iOS 16.0, macOS 13.0, *) {
                controller.performRequests(options: .preferImmediatelyAvailableCredentials)
            } else {
                controller.performRequests()
            }
        }

        /// Closes the sheet; on iOS 15 an app cannot close it, only the person can.
        func cancel() {
            if #available(iOS 16.0, macOS 13.0, *) { controller.cancel() }
        }

        func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }

        func authorizationController(
            controller: ASAuthorizationController,
            didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            guard let passkey = PasskeyAnswer(authorization.credential) else {
                return answer(.failure(PasskeyFault(domain: PasskeyFault.authorization, code: 1002)))
            }
            answer(.success(passkey))
        }

        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
            let (domain, code) = TollFree.domainAndCode(error)
            answer(.failure(PasskeyFault(domain: domain, code: code)))
        }
    }
#endif
