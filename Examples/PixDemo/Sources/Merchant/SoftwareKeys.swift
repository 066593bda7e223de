#if DEBUG
    import ChaveDeviceKeys
    import ChaveSoftwareAuthenticator

    /// Stands in for passkeys where the system gives none: in a simulator, against a server on this machine.
    ///
    /// A passkey wants a domain that is associated with the app over https. These keys live in memory, ask nobody, and are
    /// for trying things only: a release build has none of this, whatever its Info.plist says.
    enum SoftwareKeys {
        /// `nil` where the app is set up for passkeys.
        static let authenticator: (any PlatformAuthenticator)? =
            Settings.usesSoftwareKeys
            ? SoftwareAuthenticator(store: MemoryKeyStore(), gesture: .always(.verified))
            : nil
    }
#endif
