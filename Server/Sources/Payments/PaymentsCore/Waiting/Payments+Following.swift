import ChaveBase
package import Waiting

extension Payments {
    /// Wakes those who wait here for what other nodes on the same database change, until the task is cancelled.
    package func follow<Feed: ChangeFeed>(
        _ feed: Feed,
        onFault: @escaping @Sendable (any Error) -> Void
    ) async where Feed.Object == ObjectReference {
        await ChangeFollower(feed, waking: board, world: world, onFault: onFault).run()
    }
}
