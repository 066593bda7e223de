import CardsStores
import TokenActivationCore

/// The store of activations, for a running server's maintenance.
protocol TendedActivationStore: TokenActivationStore {
    /// `false` when the store is known to be unable to write; the property asks no database.
    var isHealthy: Bool { get }

    /// The findings of a check, in sentences; empty when the data is sound.
    func check() async throws(ActivationStoreFault) -> [String]

    /// Finishes waiting work and closes the database.
    func close() async
}

extension SQLTokenActivationStore: TendedActivationStore {}
