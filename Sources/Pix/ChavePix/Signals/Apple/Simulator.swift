#if canImport(UIKit)
    /// Whether this is Apple's simulator; only the compiler knows, so only this file asks `targetEnvironment`.
    enum Simulator {
        #if targetEnvironment(simulator)
            static let isThis = true
        #else
            static let isThis = false
        #endif
    }
#endif
