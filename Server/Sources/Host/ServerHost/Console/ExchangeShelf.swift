import ChaveBase
import ChavePixModel
package import Console
package import OpenFinanceClient
import Synchronization

/// The latest exchanges with banks on the wire, for the console; only in memory until the process ends.
///
/// The shelf is limited in number: older exchanges make room for newer ones. An account holds no token, key or person.
package final class ExchangeShelf: ExchangeRecords {
    private struct Shelf {
        /// The accounts, the oldest first from `next` on.
        var accounts: [WireAccount] = []
        var next = 0
    }

    private let most: Int
    private let shelf = Mutex(Shelf())

    package init(most: Int = 5_000) { self.most = most }

    /// Keeps the account of an exchange for an enrollment or a payment intent.
    package func put(_ account: WireAccount) {
        guard account.object != nil else { return }
        shelf.withLock { shelf in
            if shelf.accounts.count < most {
                shelf.accounts.append(account)
            } else {
                shelf.accounts[shelf.next] = account
                shelf.next = (shelf.next + 1) % most
            }
        }
    }

    package func exchanges(of object: ConsoleObject) async -> [BankExchange] {
        let id: String
        switch object {
        case .enrollment(let enrollment): id = enrollment.text
        case .payment(let intent): id = intent.text
        case .delivery: return []
        }
        let found = shelf.withLock { shelf in
            (shelf.accounts[shelf.next...] + shelf.accounts[..<shelf.next]).filter { $0.object == id }
        }
        return found.map(BankExchange.init)
    }
}

extension BankExchange {
    fileprivate init(_ account: WireAccount) {
        self.init(
            at: account.at,
            name: account.name,
            milliseconds: Int((account.seconds * 1_000).rounded()),
            status: account.status,
            interactionID: account.interactionID,
            outcome: account.verdict
        )
    }
}
