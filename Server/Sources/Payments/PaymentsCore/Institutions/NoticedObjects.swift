import ChaveBase
import Synchronization

/// What a bank has told of while nothing was under way for it here: the next run reads it.
///
/// Kept in memory only, like the notification itself.
final class NoticedObjects: Sendable {
    private let objects = Mutex<Set<ObjectReference>>([])

    func put(_ object: ObjectReference) { objects.withLock { _ = $0.insert(object) } }

    /// Whether it was there; it is not any more.
    func take(_ object: ObjectReference) -> Bool { objects.withLock { $0.remove(object) != nil } }
}
