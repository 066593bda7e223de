#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The queue on which a session reads its responses.
    ///
    /// On Linux all sessions of a program share their worker threads. A response that keeps arriving keeps this queue
    /// full, so that no cancellation of any call takes effect. Suspending the queue for a moment lets the cancellation
    /// pass. Foundation has no interface for the queue, so this code finds it by its name. A later Foundation may have
    /// another name: then there is no queue, and a cancellation takes effect when the server pauses.
    enum ReadingQueue {
        static func find(in session: URLSession) -> DispatchQueue? {
            guard let handle = Mirror(reflecting: session).descendant("multiHandle") else { return nil }
            return Mirror(reflecting: handle).descendant("queue") as? DispatchQueue
        }
    }
#endif
