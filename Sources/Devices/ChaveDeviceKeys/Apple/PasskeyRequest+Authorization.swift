#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation

    extension PasskeyRequest {
        /// The request in the system's own type.
        var authorizationRequest: ASAuthorizationRequest {
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyID)
            switch self {
            case .registration(let registration):
                let request = provider.createCredentialRegistrationRequest(
                    challenge: Data(registration.challenge),
                    name: registration.userName,
                    userID: Data(registration.userID)
                )
                request.userVerificationPreference = registration.verification.preference
                if #available(iOS 17.4, macOS 13.5, *), !registration.excluded.isEmpty {
                    request.excludedCredentials = registration.excluded.map(PasskeyRequest.descriptor)
                }
                return request
            case .assertion(let assertion):
                let request = provider.createCredentialAssertionRequest(challenge: Data(assertion.challenge))
                request.userVerificationPreference = assertion.verification.preference
                request.allowedCredentials = assertion.allowed.map(PasskeyRequest.descriptor)
                return request
            }
        }

        private static func descriptor(_ id: [UInt8]) -> ASAuthorizationPlatformPublicKeyCredentialDescriptor {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data(id))
        }
    }

    extension PasskeyVerification {
        fileprivate var preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference {
            switch self {
            case .required: .required
            case .preferred: .preferred
            case .discouraged: .discouraged
            }
        }
    }
#endif
