import ChaveBase
import ChavePixModel
import ChaveWire
package import Console
package import PaymentsCore
package import PaymentsModel
import Synchronization

/// The latest ceremonies of a sandbox, for its developers; only in memory until the process ends.
///
/// The shelf is limited in number and in bytes: older ceremonies make room for newer ones.
package final class CeremonyShelf: CeremonyRecords {
    private struct Entry {
        var object: ObjectReference
        var at: Timestamp
        /// The request as JSON text, so that the stored bytes are the counted bytes.
        var request: [UInt8]
        var refusal: String?
    }

    private struct Shelf {
        /// The entries, the oldest first.
        var entries: [Entry] = []
        var bytes = 0
    }

    private let mostCeremonies: Int
    private let mostBytes: Int
    private let shelf = Mutex(Shelf())

    package init(mostCeremonies: Int = 500, mostBytes: Int = 4 << 20) {
        self.mostCeremonies = mostCeremonies
        self.mostBytes = mostBytes
    }

    /// The listener that receives each ceremony from `Payments`.
    package var listener: @Sendable (CeremonyAccount) -> Void { { self.put($0) } }

    /// Stores a ceremony, unless it alone exceeds the limit of bytes.
    package func put(_ account: CeremonyAccount) {
        let entry = Entry(
            object: account.object,
            at: account.at,
            request: account.request.encoded(),
            refusal: account.refusal
        )
        guard entry.request.count <= mostBytes else { return }
        shelf.withLock { shelf in
            shelf.entries.append(entry)
            shelf.bytes += entry.request.count
            var surplus = 0
            while shelf.entries.count - surplus > mostCeremonies || shelf.bytes > mostBytes {
                shelf.bytes -= shelf.entries[surplus].request.count
                surplus += 1
            }
            shelf.entries.removeFirst(surplus)
        }
    }

    /// Removes the ceremonies of an erased person.
    package func heard(of change: Change) {
        let erased = change.writes.compactMap(\.erasedObject)
        guard !erased.isEmpty else { return }
        shelf.withLock { shelf in
            shelf.entries.removeAll { erased.contains($0.object) }
            shelf.bytes = shelf.entries.reduce(0) { $0 + $1.request.count }
        }
    }

    package func ceremonies(of object: ConsoleObject) async -> [Ceremony] {
        guard let object = object.reference else { return [] }
        let entries = shelf.withLock { shelf in shelf.entries.filter { $0.object == object } }
        return entries.reversed().compactMap { entry in
            // The limit allows one request to the API plus the values that are stored beside it.
            let limits = JSONLimits(bytes: entry.request.count, depth: 64, values: 100_000)
            guard let request = try? JSONValue(parsing: entry.request, limits: limits) else { return nil }
            return Ceremony(at: entry.at, request: request, refusal: entry.refusal)
        }
    }
}

extension ConsoleObject {
    /// The object of ceremonies; `nil` for an object that has none.
    fileprivate var reference: ObjectReference? {
        switch self {
        case .enrollment(let id): .enrollment(id)
        case .payment(let id): .paymentIntent(id)
        case .delivery: nil
        }
    }
}

extension Change.Write {
    fileprivate var erasedObject: ObjectReference? {
        switch self {
        case .eraseEnrollment(let enrollment, _): .enrollment(enrollment.id)
        case .erasePaymentIntent(let intent, _): .paymentIntent(intent.id)
        default: nil
        }
    }
}
