public import ChavePixModel
import InstitutionPort
public import PaymentsCore
import SQLiteWriter
import SandboxBank
import StorageSQLite

/// Reports over a data directory, beside a running server or without one.
extension DataDirectory {
    /// The payments made in a span of time, summed up.
    public static func paymentsReport(
        _ directory: String,
        from: Timestamp,
        to: Timestamp
    ) async throws -> PaymentsReport {
        try await withSharedStore(directory) { store in
            var report = PaymentsReport()
            try await PaymentsInWindow(store: store, from: from, to: to).visit { report.add($0) }
            return report
        }
    }

    /// Compares each payment of a span of time with its bank, and tells of each.
    ///
    /// The sandbox's bank is a file of its own beside the server's; it is read through the same port as by the server.
    public static func reconcile(
        _ directory: String,
        from: Timestamp,
        to: Timestamp,
        each: (PaymentIntent, Reconciliation.Outcome) async throws -> Void
    ) async throws {
        guard SandboxBank.exists(in: directory) else { throw NoBank(directory: directory) }
        try await withSharedStore(directory) { store in
            var configuration = SandboxBank.Configuration(publicBaseURL: "http://localhost")
            configuration.isShared = true
            let world = World.live
            let ahead = try SandboxClock.storedAheadSeconds(in: directory)
            let bank = try await SandboxBank(
                directory: directory,
                configuration: configuration,
                world: SandboxBank.World(
                    now: world.now,
                    randomBytes: world.randomBytes,
                    deadlinesAheadSeconds: { ahead }
                )
            )
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

    /// There is no bank to compare with.
    public struct NoBank: Error, CustomStringConvertible {
        let directory: String
        public var description: String {
            "There is no sandbox bank in \(directory). Start a server there first (chave serve --sandbox)."
        }
    }
}
