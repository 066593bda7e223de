#if canImport(UIKit)
    /// What the person sees when the Secure Enclave asks for them.
    enum PlatformPrompt {
        /// Face ID shows a symbol only, and which of Face ID and Touch ID asks is the device's choice.
        static let showsText = false
    }
#endif
