import ChaveBase
import ChavePixModel
import ChaveWire
package import Console
package import PaymentsCore
import Synchronization

/// The latest ceremonies of a sandbox, for whoever develops against it; in memory alone, gone with the process.
///
/// Bounded in number and in bytes: what is older makes room.
package final class CeremonyShelf: CeremonyRecords {
    private struct Entry {
        var object: ObjectReference
        var at: Timestamp
        /// As JSON text: what is kept is what is counted.
        var request: [UInt8]
        var refusal: String?
    }

    private struct Shelf {
        /// Oldest first.
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

    /// What `Payments` tells of its looks.
    package var listener: @Sendable (CeremonyAccount) -> Void { { self.put($0) } }

    /// One that alone has more bytes than there is room for is not kept.
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

    /// Lets go of what a person did who is erased.
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
            // As much as one request to the API may hold, and what is stored beside it.
            let limits = JSONLimits(bytes: entry.request.count, depth: 64, values: 100_000)
            guard let request = try? JSONValue(parsing: entry.request, limits: limits) else { return nil }
            return Ceremony(at: entry.at, request: request, refusal: entry.refusal)
        }
    }
}

extension ConsoleObject {
    /// What ceremonies are made for; `nil` of anything else.
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
