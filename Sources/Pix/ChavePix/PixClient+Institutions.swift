public import ChaveBase
public import ChavePixModel
import ChaveTransport

extension PixClient {
    /// The banks that support biometric payments, all pages.
    public func institutions() async throws(PixError) -> [InstitutionResource] {
        try await run(.institutions) { [self] () async throws(PixError) in
            let found = try await all(
                InstitutionResource.self,
                "/institutions/",
                query: [("page_size", "100")]
            )
            knownInstitutions.withLock { known in
                for institution in found { known[institution.id] = institution }
            }
            return found
        }
    }

    /// One bank, read at most once by each client.
    public func institution(_ id: InstitutionID) async throws(PixError) -> InstitutionResource {
        try requireOpen()
        if let known = knownInstitutions.withLock({ $0[id] }) { return known }
        return try await run(.institutions) { [self] () async throws(PixError) in
            let found = try decode(
                InstitutionResource.self,
                try await get(.get("/institutions/\(id.text)/"))
            )
            knownInstitutions.withLock { $0[id] = found }
            return found
        }
    }

    /// The banks of these enrollments, as far as the client can read them; a failed read never fails the enrollment
    /// beside it.
    package func institutions(of enrollments: [EnrollmentResource]) async -> [InstitutionID: InstitutionResource] {
        var found: [InstitutionID: InstitutionResource] = [:]
        for id in Set(enrollments.map(\.details.institution)) { found[id] = try? await institution(id) }
        return found
    }
}
