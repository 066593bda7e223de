public import ChaveBase

/// The issuer's side when a card becomes active in a wallet.
///
/// Each use case is a method in its own file. It reads, decides without side effects, and commits once; after a
/// conflict it decides anew. Faults of the caller or the network are an ``ActivationRefusal``, ours an
/// ``ActivationFault``; no other error is thrown.
public struct TokenActivations: Sendable {
    let store: any TokenActivationStore
    let register: any CardRegister
    let networks: [CardNetwork: any TokenServiceProvider]
    let wallets: [WalletRequestor]
    let notices: any ActivationNotices
    let world: World
    let policy: ActivationPolicy

    public init(
        store: any TokenActivationStore,
        cards: any CardRegister,
        networks: [CardNetwork: any TokenServiceProvider],
        wallets: [WalletRequestor],
        notices: any ActivationNotices,
        world: World,
        policy: ActivationPolicy
    ) {
        self.store = store
        register = cards
        self.networks = networks
        self.wallets = wallets
        self.notices = notices
        self.world = world
        self.policy = policy
    }
}
