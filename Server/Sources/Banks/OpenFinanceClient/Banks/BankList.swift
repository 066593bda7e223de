import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort

/// The directory's list as it is kept on disk: what a start goes by while the directory is away.
struct DirectoryCopy: Codable, Hashable, Sendable {
    var banks: [BankListing]
    /// Banks that left: their enrollments and payments go on.
    var former: [BankListing]
    var readAt: Timestamp

    init(banks: [BankListing], former: [BankListing], readAt: Timestamp) {
        self.banks = banks
        self.former = former
        self.readAt = readAt
    }

    init?(bytes: [UInt8]) {
        guard let copy = try? JSONDecoder().decode(DirectoryCopy.self, from: Data(bytes)) else { return nil }
        self = copy
    }

    func bytes() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

/// Where the copy lies.
public protocol DirectoryCopyStore: Sendable {
    /// The stored bytes; `nil` before the first write.
    func read() throws -> [UInt8]?
    func write(_ bytes: [UInt8]) throws
}

/// The banks of the directory, which appear, change and go without a restart.
actor BankList {
    /// After so long without an answer an operator must know.
    static let alarmSeconds: Int64 = 24 * 60 * 60

    /// Takes each new list: the banks of today, and those that left.
    typealias Tell = @Sendable (_ banks: [BankListing], _ former: [BankListing]) -> Void

    private var copy: DirectoryCopy?
    private let store: any DirectoryCopyStore
    private let fetch: @Sendable () async -> Participants?
    private let now: @Sendable () -> Timestamp
    private let tell: Tell

    init(
        store: any DirectoryCopyStore,
        now: @escaping @Sendable () -> Timestamp,
        tell: @escaping Tell,
        fetch: @escaping @Sendable () async -> Participants?
    ) {
        self.store = store
        self.now = now
        self.tell = tell
        self.fetch = fetch
    }

    /// Goes by the copy on disk, if there is one.
    func open() throws {
        guard let bytes = try store.read(), let kept = DirectoryCopy(bytes: bytes) else { return }
        copy = kept
        tell(kept.banks, kept.former)
    }

    /// Asks the directory; the last good list stays where it gives none.
    ///
    /// - Returns: whether there is a new list.
    @discardableResult
    func refresh() async throws -> Bool {
        guard let read = await fetch() else { return false }
        try take(read)
        return true
    }

    /// Goes by a new list, and keeps it.
    func take(_ read: Participants) throws {
        let ids = Set(read.banks.map(\.id))
        let known = (copy?.banks ?? []) + (copy?.former ?? [])
        let new = DirectoryCopy(
            banks: read.banks,
            former: known.filter { !ids.contains($0.id) },
            readAt: now()
        )
        let isChanged = copy?.banks != new.banks || copy?.former != new.former
        copy = new
        if isChanged { tell(new.banks, new.former) }
        try store.write(new.bytes())
    }

    /// The bank with that id, also one that left.
    func bank(_ id: InstitutionID) -> BankListing? {
        copy?.banks.first { $0.id == id } ?? copy?.former.first { $0.id == id }
    }

    /// The bank with that id, if it is in the list of today.
    func offering(_ id: InstitutionID) -> BankListing? { copy?.banks.first { $0.id == id } }

    /// The servers of an organisation.
    func banks(of organisation: String) -> [BankListing] {
        ((copy?.banks ?? []) + (copy?.former ?? [])).filter { $0.organisation == organisation }
    }

    /// The name of another organisation that published a host as its own, where the bank's own entry does not; `nil` for
    /// none.
    ///
    /// Organisations that share a provider's host both name it in the directory, and so may use it.
    func foreignOwner(of host: String, for bank: BankListing) -> String? {
        guard !bank.hosts.contains(host) else { return nil }
        return copy?.banks.first { $0.organisation != bank.organisation && $0.hosts.contains(host) }?.legalName
    }

    /// The banks of today's list, and those that left.
    var all: (banks: [BankListing], former: [BankListing]) { (copy?.banks ?? [], copy?.former ?? []) }

    /// How old the list is; `nil` when there is none.
    var ageSeconds: Int64? { copy.map { now().microseconds(since: $0.readAt) / 1_000_000 } }
}
