#if canImport(os)
    public import os
#endif

/// The namespace of the guide: `Embedded.initialize`, then `Embedded.shared`.
public enum Embedded {
    /// The single object for the app's calls.
    public static var shared: CoreEmbedded { CoreEmbedded.shared }

    /// Sets the client that signs in and its server; a later call replaces all settings for the calls after it.
    ///
    /// An app extension passes a configuration of its own, with `SignInSurroundings.standard(window:)`.
    ///
    /// - Parameters:
    ///   - biometricAskPrompt: the text that the person reads when the device asks for a finger, a face or a PIN.
    ///   - clientID: the id of the client that signs in.
    ///   - domain: the address of the server.
    ///   - redirectURI: one of the client's registered addresses, byte for byte.
    ///   - logger: receives log lines on the main queue, without secret or personal data.
    @available(iOSApplicationExtension, unavailable)
    public static func initialize(
        biometricAskPrompt: String,
        clientID: String,
        domain: Domain = .us,
        redirectURI: String,
        logger: ((OSLogType, String) -> Void)? = nil
    ) {
        let configuration = SignInConfiguration(
            biometricAskPrompt: biometricAskPrompt,
            clientID: clientID,
            domain: domain,
            redirectURI: redirectURI,
            surroundings: .standard()
        )
        CoreEmbedded.shared.configure(configuration, logger: logger)
    }

    /// Sets the whole configuration, including the SDK's surroundings.
    public static func initialize(_ configuration: SignInConfiguration, logger: ((OSLogType, String) -> Void)? = nil) {
        CoreEmbedded.shared.configure(configuration, logger: logger)
    }
}
