#if !canImport(FoundationNetworking)
    import Foundation

    enum DelegateQueue {
        /// The session's own serial queue: there the system holds a server back that is faster than the delegate.
        static func make() -> OperationQueue? { nil }
    }
#endif
