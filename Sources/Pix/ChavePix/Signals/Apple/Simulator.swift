#if canImport(UIKit)
    /// Whether this is Apple's simulator; only the compiler knows, so this one file asks `targetEnvironment`.
    enum Simulator {
        #if targetEnvironment(simulator)
            static let isThis = true
        #else
            static let isThis = false
        #endif
    }
#endif
