public import ChaveBase
import ChavePixModel
import InstitutionPort
public import PaymentsCore
public import PaymentsModel
import SandboxBank

/// Reports over a server's data, beside running servers or without one.
extension DataDirectory {
    /// The payments made in a span of time, summed up.
    public static func paymentsReport(
        _ place: DataPlace,
        from: Timestamp,
        to: Timestamp
    ) async throws -> PaymentsReport {
        try await ServerStorage.with(place) { storage in
            try await storage.requireData()
            return try await storage.withPayments(.beside) { store in
                var report = PaymentsReport()
                try await PaymentsInWindow(store: store, from: from, to: to).visit { report.add($0) }
                return report
            }
        }
    }

    /// Compares each payment of a span of time with its bank, and reports each.
    ///
    /// The sandbox's bank has its own database or schema; it is read through the same port as the server uses.
    public static func reconcile(
        _ place: DataPlace,
        from: Timestamp,
        to: Timestamp,
        each: (PaymentIntent, Reconciliation.Outcome) async throws -> Void
    ) async throws {
        try await ServerStorage.with(place) { storage in
            guard try await storage.hasBank() else { throw NoBank(place: place) }
            try await storage.requireData()
            try await storage.withPayments(.beside) { store in
                let world = try await storage.commandWorldWithDeadlines()
                let bank = try await storage.openBank(world, baseURL: "http://localhost", isShared: true)
                do {
                    let reconciliation = Reconciliation(connector: bank, world: world)
                    try await PaymentsInWindow(store: store, from: from, to: to)
                        .visit { intent in try await each(intent, await reconciliation.compare(intent)) }
                } catch {
                    await bank.close()
                    throw error
                }
                await bank.close()
            }
        }
    }

    /// There is no bank to compare with.
    public struct NoBank: Error, CustomStringConvertible {
        let place: DataPlace
        public var description: String {
            "There is no sandbox bank in \(place). Start a server there first (chave serve --sandbox)."
        }
    }
}
