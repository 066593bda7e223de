#if canImport(AuthenticationServices)
    import AuthenticationServices

    extension PasskeyAnswer {
        /// Reads the system's credential; `nil` when the credential is not a passkey of the platform's provider.
        init?(_ credential: any ASAuthorizationCredential) {
            if let registration = credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration {
                var told: Attachment?
                if #available(iOS 16.6, macOS 13.5, *) { told = Attachment(registration.attachment) }
                self.init(
                    id: Array(registration.credentialID),
                    clientDataJSON: Array(registration.rawClientDataJSON),
                    told: told,
                    content: .registration(attestationObject: registration.rawAttestationObject.map { Array($0) })
                )
            } else if let assertion = credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion {
                var told: Attachment?
                if #available(iOS 16.6, macOS 13.5, *) { told = Attachment(assertion.attachment) }
                self.init(
                    id: Array(assertion.credentialID),
                    clientDataJSON: Array(assertion.rawClientDataJSON),
                    told: told,
                    content: .assertion(
                        authenticatorData: assertion.rawAuthenticatorData.map { Array($0) },
                        signature: assertion.signature.map { Array($0) },
                        userHandle: assertion.userID.map { Array($0) }
                    )
                )
            } else {
                return nil
            }
        }
    }

    @available(iOS 16.6, macOS 13.5, *)
    extension PasskeyAnswer.Attachment {
        /// Any attachment other than `platform` counts as another device.
        fileprivate init(_ attachment: ASAuthorizationPublicKeyCredentialAttachment) {
            self = attachment == .platform ? .platform : .crossPlatform
        }
    }
#endif
