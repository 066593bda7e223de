import PaymentsCore
import ServiceLifecycle

/// Keeps the way to outside banks true while the server runs.
struct BanksCare: Service, CustomStringConvertible {
    let banks: any ConnectedBanks
    let payments: Payments

    var description: String { "BanksCare" }

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await banks.serve(telling: payments) }
    }
}
