import ChaveBase
import Synchronization
import TokenActivationCore

/// Notices that were handed over, or refused as often as a test says.
final class CollectedNotices: ActivationNotices {
    private struct Full: Error {}
    private let state = Mutex((taken: [ActivationNotice](), failing: 0, tried: 0))

    private let interlude = Mutex<(@Sendable () async -> Void)?>(nil)

    /// What happens once, after the next notice was handed over and before its sender hears of it.
    func beforeAnswering(_ body: @escaping @Sendable () async -> Void) { interlude.withLock { $0 = body } }

    var taken: [ActivationNotice] { state.withLock { $0.taken } }
    var tried: Int { state.withLock { $0.tried } }

    func fail(_ count: Int) { state.withLock { $0.failing = count } }

    /// What stands after `token=` in the last notice.
    var lastSecret: String {
        let address = taken.last?.suspendAddress ?? ""
        return address.split(separator: "=").last.map { String($0) } ?? ""
    }

    func send(_ notice: ActivationNotice) async throws(ActivationNoticeFault) {
        let isTaken = state.withLock { state in
            state.tried += 1
            guard state.failing == 0 else {
                state.failing -= 1
                return false
            }
            state.taken.append(notice)
            return true
        }
        if let body = interlude.withLock({ $0.take() }) { await body() }
        guard isTaken else { throw ActivationNoticeFault(underlying: Full()) }
    }
}
