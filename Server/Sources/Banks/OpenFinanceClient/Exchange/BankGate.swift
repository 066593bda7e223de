import ChavePixModel
import Synchronization

/// The calls under way at each bank: one that hangs takes no room from the others.
final class BankGate: Sendable {
    private let underWay = Mutex<[InstitutionID: Int]>([:])
    private let limit: Int

    /// `limit` is the most calls at one bank at a time.
    init(limit: Int) { self.limit = limit }

    /// Does `work`, unless the bank has its share already; then returns `nil` at once.
    func pass<Value>(_ institution: InstitutionID, _ work: () async -> Value) async -> Value? {
        let isOpen = underWay.withLock { underWay in
            guard underWay[institution, default: 0] < limit else { return false }
            underWay[institution, default: 0] += 1
            return true
        }
        guard isOpen else { return nil }
        defer {
            underWay.withLock { underWay in
                let rest = underWay[institution, default: 1] - 1
                underWay[institution] = rest > 0 ? rest : nil
            }
        }
        return await work()
    }
}
