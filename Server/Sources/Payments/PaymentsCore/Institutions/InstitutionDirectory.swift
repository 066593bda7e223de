public import ChavePixModel
public import InstitutionPort

/// The institutions that can do biometric payments, as the Open Finance directory names them.
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
