import ChaveBase
import NIOCore

/// The timer for one connection's deadline, which is set for every request and seldom fires.
///
/// A deadline later than the scheduled task keeps that task. When the task fires, the alarm schedules the new deadline.
/// A fast connection therefore schedules one task in many seconds. Use the alarm on the connection's event loop only.
final class ConnectionAlarm {
    /// The current deadline; `nil` when there is none.
    private(set) var deadline: NIODeadline?
    private var scheduled: (at: NIODeadline, task: Scheduled<Void>)?

    /// Calls `ring` at `deadline`, unless the deadline is replaced or cleared before.
    ///
    /// `ring` must be the same closure each time, because a scheduled task keeps the closure that it was created with.
    func set(_ deadline: NIODeadline, on eventLoop: any EventLoop, ring: @escaping () -> Void) {
        self.deadline = deadline
        if let scheduled, scheduled.at <= deadline { return }
        schedule(deadline, on: eventLoop, ring: ring)
    }

    /// Removes the deadline and leaves the scheduled task.
    func clear() { deadline = nil }

    /// Removes the deadline and cancels the scheduled task, because the connection is gone.
    func cancel() {
        deadline = nil
        scheduled?.task.cancel()
        scheduled = nil
    }

    private func schedule(_ time: NIODeadline, on eventLoop: any EventLoop, ring: @escaping () -> Void) {
        scheduled?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            scheduled = nil
            guard let deadline else { return }
            if eventLoop.now < deadline { return schedule(deadline, on: eventLoop, ring: ring) }
            ring()
        }
        scheduled = (time, task)
    }
}
