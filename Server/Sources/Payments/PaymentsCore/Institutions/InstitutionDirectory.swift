public import ChaveBase
public import ChavePixModel
public import InstitutionPort
import PaymentsModel
import Synchronization

/// The institutions that support biometric payments, as the Open Finance directory names them at the moment.
///
/// An institution that left the directory stays resolvable, because its enrollments and payments go on.
public final class InstitutionDirectory: Sendable {
    private struct Content {
        var entries: [InstitutionDirectoryEntry]
        var byID: [InstitutionID: InstitutionDirectoryEntry]
        var listed: Set<InstitutionID>
    }
    private let content: Mutex<Content>

    public init(_ entries: [InstitutionDirectoryEntry]) {
        content = Mutex(Content(entries: [], byID: [:], listed: []))
        update(entries)
    }

    /// The institutions of today, in the order of display.
    public var entries: [InstitutionDirectoryEntry] { content.withLock(\.entries) }

    /// The institution with that id, also one that left.
    public subscript(id: InstitutionID) -> InstitutionDirectoryEntry? { content.withLock { $0.byID[id] } }

    /// Whether the institution takes new enrollments.
    public func lists(_ id: InstitutionID) -> Bool { content.withLock { $0.listed.contains(id) } }

    /// Replaces the institutions of today.
    public func update(_ entries: [InstitutionDirectoryEntry]) {
        let sorted = entries.sorted { ($0.sortPriority, $0.displayName) < ($1.sortPriority, $1.displayName) }
        content.withLock { content in
            content.entries = sorted
            content.listed = Set(entries.map(\.id))
            for entry in entries { content.byID[entry.id] = entry }
        }
    }

    /// Adds institutions that left before this process began.
    public func add(formerEntries entries: [InstitutionDirectoryEntry]) {
        content.withLock { content in
            for entry in entries where content.byID[entry.id] == nil { content.byID[entry.id] = entry }
        }
    }
}

/// The objects that a bank's notification named while no call was due here; the next run reads them at the bank.
///
/// They are stored in memory only, like the notification itself.
final class NoticedObjects: Sendable {
    private let objects = Mutex<Set<ObjectReference>>([])

    func put(_ object: ObjectReference) { objects.withLock { _ = $0.insert(object) } }

    /// Does `work` with whether the object was named, which then counts as heard.
    ///
    /// Work that another writer overtook did not hear it: the next try does.
    func heed<Value>(
        _ object: ObjectReference,
        _ work: (_ isNoticed: Bool) async throws(RunFailure) -> Value
    ) async throws(RunFailure) -> Value {
        let isNoticed = objects.withLock { $0.remove(object) != nil }
        do throws(RunFailure) {
            return try await work(isNoticed)
        } catch {
            if isNoticed, case .conflict = error { put(object) }
            throw error
        }
    }
}
