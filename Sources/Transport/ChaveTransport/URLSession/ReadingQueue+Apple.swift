#if !canImport(FoundationNetworking)
    import Dispatch
    import Foundation

    enum ReadingQueue {
        /// None is needed: there a cancellation waits for no answer.
        static func find(in session: URLSession) -> DispatchQueue? { nil }
    }
#endif
