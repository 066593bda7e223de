import ChavePixModel
import PaymentsCore
import PostgresClient

/// When an object needs work again, and which node works on it until then.
struct NodeSchedule {
    var schedule: Change.Schedule
    var node: Int64

    /// `wake_at`, `held_until`, `held_by`.
    var values: [PostgresValue] {
        [schedule.wakeAt.bound, schedule.heldUntil.bound, schedule.heldUntil == nil ? .null : node.bound]
    }
}
