import ChaveBase
import NIOCore

/// The timer of one connection's deadline, which is set for every request and seldom rings.
///
/// An alarm that is set later than the last one lets that one ring and looks again, so that a fast connection schedules
/// one task in many seconds. Used on the connection's event loop only.
final class ConnectionAlarm {
    /// What is waited for; `nil` when nothing is.
    private(set) var deadline: NIODeadline?
    private var scheduled: (at: NIODeadline, task: Scheduled<Void>)?

    /// Calls `ring` once `deadline` has come, unless another one is set or it is cleared until then; `ring` is the same
    /// each time, since an alarm that is scheduled keeps its own.
    func set(_ deadline: NIODeadline, on eventLoop: any EventLoop, ring: @escaping () -> Void) {
        self.deadline = deadline
        if let scheduled, scheduled.at <= deadline { return }
        schedule(deadline, on: eventLoop, ring: ring)
    }

    /// Nothing is waited for any more.
    func clear() { deadline = nil }

    /// The connection is gone.
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
