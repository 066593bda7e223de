/// How the network behaves when it is asked to activate a token; a tester picks it when a card is added to the wallet.
public enum NetworkTemper: String, Hashable, Sendable, CaseIterable {
    case prompt
    /// Answers each order after a while.
    case slow
    /// The first approval is done, and its answer is lost.
    case timesOutAfter = "times_out_after"
    /// The first approval is lost on its way; the next one is done.
    case timesOutBefore = "times_out_before"
    /// Refuses to activate it, by a decision of its own.
    case refuses
    /// Takes no orders for it at all; it can still be read.
    case isDown = "down"

    /// What becomes of an order.
    enum Conduct: Hashable, Sendable {
        case done
        case doneLate
        case doneAnswerLost
        case lost
        case refused
        case notConnected
    }

    /// `approval` is which request to approve the token it is, from 1; `nil` for other orders.
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
