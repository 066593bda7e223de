#if canImport(UIKit)
    /// The prompt that the person sees when the Secure Enclave asks for them.
    enum PlatformPrompt {
        /// Always false: Face ID shows only a symbol, and the device chooses between Face ID and Touch ID.
        static let showsText = false
    }
#endif
