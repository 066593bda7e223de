#if canImport(AuthenticationServices)
    public import AuthenticationServices

    /// The passkeys of an Apple device, which the system makes, keeps, and shows its own sheet for.
    ///
    /// The app needs the entitlement Associated Domains with `webcredentials:` and the relying party's domain, and the domain
    /// must name the app in its `apple-app-site-association`; else each ceremony ends with `.notAssociated`.
    ///
    /// Passkeys sign with ES256, are always discoverable and come with attestation `none`. The sheet stays until the person
    /// answers: the options' `timeout` is not acted upon. `excludeCredentials` counts from iOS 17.4 on; before, a new passkey
    /// for the same user takes the place of the old one. From iOS 16.6 and macOS 13.5 on a passkey says whether it is on this
    /// device, and one that is not ends with `.notAllowed`. Earlier systems do not say: there an answer counts as this
    /// device's. One ceremony is under way at a time in an app, and another one ends with `.busy`.
    /// When the task of a ceremony is cancelled it ends at once, and the sheet goes from iOS 16 on; on iOS 15 it stays until
    /// the person closes it.
    public struct ApplePasskeys: PlatformAuthenticator {
        /// Gives the window to show the sheet in.
        public typealias Anchor = @MainActor @Sendable () -> ASPresentationAnchor?

        @MainActor private static let ceremonies = PasskeyCeremonies()

        private let prompt: SystemPasskeyPrompt

        /// The sheet is shown in the app's key window; an extension of an app gives its window with `init(anchor:)`.
        @available(iOSApplicationExtension, unavailable)
        public init() { self.init { KeyWindow.current } }

        /// The sheet is shown in the window that `anchor` gives when the ceremony begins.
        public init(anchor: @escaping Anchor) {
            prompt = SystemPasskeyPrompt(anchor: anchor)
        }

        public func makeCredential(
            _ options: CredentialCreationOptions
        ) async throws(DeviceKeyError) -> CreatedCredential {
            try await authenticator.makeCredential(options)
        }

        public func getAssertion(
            _ options: CredentialRequestOptions
        ) async throws(DeviceKeyError) -> CredentialAssertion {
            try await authenticator.getAssertion(options)
        }

        private var authenticator: PasskeyAuthenticator {
            get async { await PasskeyAuthenticator(ceremonies: ApplePasskeys.ceremonies, prompt: prompt) }
        }
    }
#endif
