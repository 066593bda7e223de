#if !canImport(FoundationNetworking)
    import Dispatch
    import Foundation

    enum ReadingQueue {
        /// Apple's systems need no such queue: a cancellation there does not wait for a response.
        static func find(in session: URLSession) -> DispatchQueue? { nil }
    }
#endif
