#if canImport(FoundationNetworking)
    import Foundation

    /// Lets a session read on only when its delegate has taken what was read.
    ///
    /// URLSession on Linux puts each piece of an answer into its delegate's queue and reads on, at the server's pace and not
    /// the delegate's; nothing it offers pauses it, and the disposition that the delegate gives to the head of an answer is
    /// ignored. Under load such a queue grew to gigabytes before a cancellation was carried out. This one runs each piece in
    /// place, on the queue on which the session reads, so that there is never more than one.
    ///
    /// Whoever is called so must not wait for the session or a task of it: they wait for that same queue.
    final class DelegateQueue: OperationQueue, @unchecked Sendable {
        // Unchecked as the class above it is; it adds no state.

        static func make() -> OperationQueue? { DelegateQueue() }

        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
