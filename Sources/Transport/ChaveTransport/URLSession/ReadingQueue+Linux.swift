#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The queue on which a session reads its answers.
    ///
    /// On Linux all sessions of a program share the threads of their work, and an answer that keeps coming keeps that queue
    /// full, so that no cancellation is ever carried out, of no call. Held for a moment, it lets the cancellation pass.
    /// Foundation does not offer it, so it is looked up by its name; where a later Foundation has another name there is none,
    /// and a cancellation is carried out when the server pauses.
    enum ReadingQueue {
        static func find(in session: URLSession) -> DispatchQueue? {
            guard let handle = Mirror(reflecting: session).descendant("multiHandle") else { return nil }
            return Mirror(reflecting: handle).descendant("queue") as? DispatchQueue
        }
    }
#endif
