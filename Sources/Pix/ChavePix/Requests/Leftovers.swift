import ChaveBase
import ChaveTransport

/// When to go on, for an app that does not ask for it, with what an earlier run has left, and how long to wait for that.
///
/// It is done once for each client; where the network or the store was not there, again at a later call.
final class Leftovers: Sendable {
    private enum State {
        case due(from: Int64)
        /// The promise is kept when it has ended, or when nobody shall wait for it any longer.
        case underWay(Promise<Void>)
        case done
    }

    private enum Turn {
        case nothing
        case waits(Promise<Void>)
        case begins(Promise<Void>)
    }

    /// Without the macro, which scripts/check-availability cannot expand.
    private static let mark = TaskLocal(wrappedValue: false)

    /// True in what is done on its way, the app's observer included: that must not wait for it.
    static var isUnderWay: Bool { mark.get() }

    /// From its beginning; calls that come later wait the less.
    static let patienceMilliseconds: Int64 = 5_000
    static let pauseMilliseconds: Int64 = 30_000

    private let clock: DeviceClock
    private let state = Locked(State.due(from: .min))

    init(clock: DeviceClock) { self.clock = clock }

    /// Begins `work` where it is due, and returns when it has ended or has taken long enough; it then goes on by itself.
    ///
    /// `work` says whether nothing is left that a later call could learn more of.
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
