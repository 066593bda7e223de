public import ChaveBase
public import ChavePixModel
public import InstitutionPort
import PaymentsModel
import Synchronization

/// The institutions that support biometric payments, as the Open Finance directory names them.
public struct InstitutionDirectory: Sendable {
    public let entries: [InstitutionDirectoryEntry]
    private let byID: [InstitutionID: InstitutionDirectoryEntry]

    public init(_ entries: [InstitutionDirectoryEntry]) {
        self.entries = entries.sorted { ($0.sortPriority, $0.displayName) < ($1.sortPriority, $1.displayName) }
        byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public subscript(id: InstitutionID) -> InstitutionDirectoryEntry? { byID[id] }

    public func entry(ispb: String) -> InstitutionDirectoryEntry? { entries.first { $0.ispb == ispb } }
}

/// The objects that a bank's notification named while no call was due here; the next run reads them at the bank.
///
/// They are stored in memory only, like the notification itself.
final class NoticedObjects: Sendable {
    private let objects = Mutex<Set<ObjectReference>>([])

    func put(_ object: ObjectReference) { objects.withLock { _ = $0.insert(object) } }

    /// Removes an object; returns whether it was present.
    func take(_ object: ObjectReference) -> Bool { objects.withLock { $0.remove(object) != nil } }
}
