#if canImport(AuthenticationServices)
    public import AuthenticationServices

    /// The passkeys of an Apple device; the system makes and stores them and shows its own sheet.
    ///
    /// The app needs the entitlement Associated Domains with `webcredentials:` and the relying party's domain. The
    /// domain must name the app in its `apple-app-site-association`. Otherwise each ceremony ends with
    /// `.notAssociated`.
    ///
    /// Passkeys sign with ES256, are always discoverable and have the attestation `none`. The sheet stays until the
    /// person answers: the options' `timeout` has no effect. `excludeCredentials` has an effect from iOS 17.4 on;
    /// before, a new passkey for the same user replaces the old one.
    ///
    /// From iOS 16.6 and macOS 13.5 on a passkey says whether it is on this device, and one of another device ends with
    /// `.notAllowed`. Earlier systems do not say, and there a passkey counts as this device's.
    ///
    /// An app runs one ceremony at a time; another one ends with `.busy`. Cancelling the task of a ceremony ends it at
    /// once. The sheet then closes from iOS 16 on; on iOS 15 it stays until the person closes it.
    public struct ApplePasskeys: PlatformAuthenticator {
        /// Returns the window for the sheet.
        public typealias Anchor = @MainActor @Sendable () -> ASPresentationAnchor?

        @MainActor private static let ceremonies = PasskeyCeremonies()

        private let prompt: SystemPasskeyPrompt

        /// Creates an authenticator that shows the sheet in the app's key window; an app extension uses
        /// `init(anchor:)`.
        @available(iOSApplicationExtension, unavailable)
        public init() { self.init { KeyWindow.current } }

        /// Creates an authenticator that shows the sheet in the window that `anchor` returns when the ceremony begins.
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
