#if canImport(FoundationNetworking)
    import Foundation

    /// Lets a session continue reading only after its delegate has taken the last piece.
    ///
    /// URLSession on Linux puts each piece of a response into its delegate's queue and continues reading, at the
    /// server's pace and not the delegate's. URLSession offers no way to pause it, and it ignores the disposition that
    /// the delegate returns for the head of a response. Under load such a queue grew to gigabytes before a cancellation
    /// took effect. This queue runs each piece in place, on the session's reading queue, so that there is never more
    /// than one.
    ///
    /// A delegate method must not wait for the session or one of its tasks: they wait for that same queue.
    final class DelegateQueue: OperationQueue, @unchecked Sendable {
        // It is unchecked as its superclass is; this class adds no state.

        static func make() -> OperationQueue? { DelegateQueue() }

        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
