#if canImport(AppKit) && !canImport(UIKit)
    /// The prompt that the person sees when the Secure Enclave asks for them.
    enum PlatformPrompt {
        /// Always true: the sheet for Touch ID, watch or password shows the reason.
        static let showsText = true
    }
#endif
