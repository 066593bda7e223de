/// The network's behaviour at a token's activation; a tester picks it when adding a card to the wallet.
public enum NetworkTemper: String, Hashable, Sendable, CaseIterable {
    case prompt
    /// The network answers each order after a delay.
    case slow
    /// The network carries out the first approval, but its answer is lost.
    case timesOutAfter = "times_out_after"
    /// The first approval is lost on its way; the network carries out the next one.
    case timesOutBefore = "times_out_before"
    /// The network refuses to activate the token, by its own decision.
    case refuses
    /// The network accepts no orders for the token, but answers reads.
    case isDown = "down"

    /// The outcome of an order.
    enum Conduct: Hashable, Sendable {
        case done
        case doneLate
        case doneAnswerLost
        case lost
        case refused
        case notConnected
    }

    /// The outcome for an order; `approval` is the count of the token's approval requests, from 1, or `nil` for other
    /// orders.
    func conduct(approval: Int64?) -> Conduct {
        switch (self, approval) {
        case (.prompt, _): .done
        case (.slow, _): .doneLate
        case (.isDown, _): .notConnected
        case (.timesOutAfter, 1): .doneAnswerLost
        case (.timesOutBefore, 1): .lost
        case (.refuses, .some): .refused
        case (.timesOutAfter, _), (.timesOutBefore, _), (.refuses, nil): .done
        }
    }
}
