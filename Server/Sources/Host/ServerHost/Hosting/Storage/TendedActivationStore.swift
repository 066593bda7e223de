import CardsStores
import TokenActivationCore

/// Activations as a running server tends them.
protocol TendedActivationStore: TokenActivationStore {
    /// `false` when nothing can be written, as far as that is known without asking.
    var isHealthy: Bool { get }

    /// What is wrong with what is stored, in sentences; empty when it is sound.
    func check() async throws(ActivationStoreFault) -> [String]

    /// Finishes what waits and lets go of the database.
    func close() async
}

extension SQLTokenActivationStore: TendedActivationStore {}
