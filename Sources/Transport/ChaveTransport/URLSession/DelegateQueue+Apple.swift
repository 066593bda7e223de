#if !canImport(FoundationNetworking)
    import Foundation

    enum DelegateQueue {
        /// `nil` selects the session's own serial queue: Apple's systems slow down a server that is faster than the
        /// delegate.
        static func make() -> OperationQueue? { nil }
    }
#endif
