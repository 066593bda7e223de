import ChavePixModel
import PaymentsCore

/// When an object needs work again, and which node works on it until then.
struct NodeSchedule {
    var schedule: Change.Schedule
    var node: Int64

    var wakeAt: Timestamp? { schedule.wakeAt }
    var heldUntil: Timestamp? { schedule.heldUntil }
    var heldBy: Int64? { schedule.heldUntil == nil ? nil : node }
}
