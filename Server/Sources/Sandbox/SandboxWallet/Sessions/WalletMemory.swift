import Synchronization

/// The wallet's memory while the process lives: the data of callbacks, and the forms that were sent.
final class WalletMemory: Sendable {
    private struct Content {
        var returns: [String: BroughtAnswer] = [:]
        var order: [String] = []
        var attempts: [String: String] = [:]
        var attemptOrder: [String] = []
    }

    private let content = Mutex(Content())
    private let most: Int

    init(most: Int = 1_000) { self.most = most }

    func keep(_ answer: BroughtAnswer, of token: String, _ account: String) {
        let name = "\(account) \(token)"
        content.withLock { content in
            if content.returns.updateValue(answer, forKey: name) == nil { content.order.append(name) }
            guard content.order.count > most else { return }
            content.returns[content.order.removeFirst()] = nil
        }
    }

    /// The last callback's data for this token.
    func answer(of token: String, _ account: String) -> BroughtAnswer? {
        content.withLock { $0.returns["\(account) \(token)"] }
    }

    /// The result of a form's attempt: `nil` the first time, an empty text while the attempt is running.
    func begin(_ attempt: String) -> String? {
        content.withLock { content in
            if let known = content.attempts[attempt] { return known }
            content.attempts[attempt] = ""
            content.attemptOrder.append(attempt)
            if content.attemptOrder.count > most { content.attempts[content.attemptOrder.removeFirst()] = nil }
            return nil
        }
    }

    func finish(_ attempt: String, with token: String?) {
        content.withLock { content in
            // An attempt removed in the meantime is no longer in the order, and would stay forever.
            guard content.attempts[attempt] != nil else { return }
            content.attempts[attempt] = token
            if token == nil { content.attemptOrder.removeAll { $0 == attempt } }
        }
    }
}
