import ChaveBase
import ChaveTransport

/// The schedule for resuming an earlier run's requests in an app that does not call `resumePending()`.
///
/// The work runs once for each client. When the network or the store is not available, a later call runs it again.
final class Leftovers: Sendable {
    private enum State {
        case due(from: Int64)
        /// The work is in progress; the promise is kept when the work has ended, or when no call shall wait for it any
        /// longer.
        case underWay(Promise<Void>)
        case done
    }

    private enum Turn {
        case nothing
        case waits(Promise<Void>)
        case begins(Promise<Void>)
    }

    /// The code does not use the macro, which scripts/check-availability cannot expand.
    private static let mark = TaskLocal(wrappedValue: false)

    /// True inside the work, the app's observer included: a call made there must not wait for the work.
    static var isUnderWay: Bool { mark.get() }

    /// The time to wait, counted from the beginning of the work; calls that come later wait less.
    static let patienceMilliseconds: Int64 = 5_000
    static let pauseMilliseconds: Int64 = 30_000

    private let clock: DeviceClock
    private let state = Locked(State.due(from: .min))

    init(clock: DeviceClock) { self.clock = clock }

    /// Begins `work` when it is due, and waits for its end or for the end of the patience; the work then continues by
    /// itself.
    ///
    /// `work` returns whether nothing is left of which a later call could learn more.
    func goOn(isWaitedFor: Bool, _ work: @escaping @Sendable () async -> Bool) async {
        let patience: Promise<Void>
        switch turn(at: clock.uptimeMilliseconds()) {
        case .nothing: return
        case .waits(let underWay): patience = underWay
        case .begins(let mine):
            patience = mine
            begin(work, mine)
        }
        if isWaitedFor, !Leftovers.isUnderWay { await patience.value() }
    }

    private func turn(at now: Int64) -> Turn {
        state.withLock { state in
            switch state {
            case .done: return .nothing
            case .underWay(let patience): return .waits(patience)
            case .due(let moment):
                guard now >= moment else { return .nothing }
                let mine = Promise<Void>()
                state = .underWay(mine)
                return .begins(mine)
            }
        }
    }

    private func begin(_ work: @escaping @Sendable () async -> Bool, _ patience: Promise<Void>) {
        let timer = Task { [clock] in
            try await clock.limit(Leftovers.patienceMilliseconds)
            patience.keep(())
        }
        Task {
            let isDone = await Leftovers.mark.withValue(true) { await work() }
            let next = clock.uptimeMilliseconds() + Leftovers.pauseMilliseconds
            state.withLock { $0 = isDone ? .done : .due(from: next) }
            timer.cancel()
            patience.keep(())
        }
    }
}
