public import ChaveBase
public import ChavePixModel
import InstitutionPort
import PaymentsModel

/// The filters for a list of institutions.
public struct InstitutionFilter: Hashable, Sendable {
    /// The name to search for; case and accents do not count.
    public var name: String?
    public var institutionType: String?
    public var ids: [InstitutionID]?

    public init(name: String? = nil, institutionType: String? = nil, ids: [InstitutionID]? = nil) {
        self.name = name
        self.institutionType = institutionType
        self.ids = ids
    }
}

extension Payments {
    /// `GET /institutions/`: lists institutions in the directory's order.
    public func institutions(_ filter: InstitutionFilter) throws(APIFailure) -> [InstitutionResource] {
        var entries = directory.entries
        if let name = filter.name {
            let wanted = FoldedText.fold(name)
            entries = entries.filter { entry in
                [entry.displayName, entry.name, entry.legalEntityName].contains { FoldedText.fold($0).contains(wanted) }
            }
        }
        if let type = filter.institutionType {
            guard InstitutionType.all.map(\.rawValue).contains(type) else {
                throw .field(.invalid, "institution_type", "institution_type is individual or business.")
            }
            entries = entries.filter { $0.institutionType == type }
        }
        if let ids = filter.ids { entries = entries.filter { ids.contains($0.id) } }
        return entries.map(resource)
    }

    public func institution(_ id: InstitutionID) throws(APIFailure) -> InstitutionResource {
        guard let entry = directory[id] else { throw .notFound }
        return resource(of: entry)
    }

    /// The institution that the directory shows first; `nil` while it shows none.
    public var firstInstitution: InstitutionID? { directory.entries.first?.id }

    /// The way by which a new object reaches its institution; `nil` where there is one way.
    func route(to institution: InstitutionID) async throws(APIFailure) -> InstitutionRoute? {
        switch await bank.connector.route(to: institution) {
        case .only: return nil
        case .by(let route): return route
        case .notNow: throw .institutionUnavailable
        }
    }

    private func resource(of entry: InstitutionDirectoryEntry) -> InstitutionResource {
        let logo = "\(policy.baseURL)/payments/logos/\(entry.id.text).png"
        return InstitutionResource(
            id: entry.id,
            name: entry.name,
            displayName: entry.displayName,
            legalEntityName: entry.legalEntityName,
            institutionType: InstitutionType(rawValue: entry.institutionType),
            iconLogo: logo,
            logo: logo,
            textLogo: logo,
            primaryColor: entry.primaryColor,
            website: entry.website,
            sortPriority: Int64(entry.sortPriority)
        )
    }
}
