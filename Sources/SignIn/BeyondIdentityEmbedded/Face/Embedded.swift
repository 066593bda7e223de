#if canImport(os)
    public import os
#endif

/// The namespace of the guide: `Embedded.initialize`, then `Embedded.shared`.
public enum Embedded {
    /// The one object that the app's calls go to.
    public static var shared: CoreEmbedded { CoreEmbedded.shared }

    /// Says which client signs in and how; a later call replaces all of it for the calls that follow.
    ///
    /// An extension of an app gives a configuration of its own, with `SignInSurroundings.standard(window:)`.
    ///
    /// - Parameters:
    ///   - biometricAskPrompt: what the person reads when the device asks for a finger, a face or a PIN.
    ///   - clientID: of the client that signs in.
    ///   - domain: where the server is.
    ///   - redirectURI: one of the client's registered addresses, byte for byte.
    ///   - logger: told what happens, on the main queue, without anything secret or personal.
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

    /// The same with everything that the SDK takes from outside.
    public static func initialize(_ configuration: SignInConfiguration, logger: ((OSLogType, String) -> Void)? = nil) {
        CoreEmbedded.shared.configure(configuration, logger: logger)
    }
}
