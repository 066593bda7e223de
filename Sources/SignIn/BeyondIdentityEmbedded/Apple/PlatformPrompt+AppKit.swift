#if canImport(AppKit) && !canImport(UIKit)
    /// What the person sees when the Secure Enclave asks for them.
    enum PlatformPrompt {
        /// The sheet for Touch ID, watch or password has the reason in it.
        static let showsText = true
    }
#endif
