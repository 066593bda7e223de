import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import Synchronization

/// What the sandbox bank tells the platform that it works for.
///
/// The platform has the bank: it is not held here, or neither of the two would ever go, nor the database of their world.
final class NewsOfBank: InstitutionNotifications {
    private struct Hearer {
        weak var payments: Payments?
    }

    private let hearer: Mutex<Hearer>

    init(for payments: Payments) { hearer = Mutex(Hearer(payments: payments)) }

    func notified(_ institution: InstitutionID, _ kind: InstitutionNotificationKind, id: String) async {
        await hearer.withLock(\.payments)?.notified(institution, kind, id: id)
    }
}
