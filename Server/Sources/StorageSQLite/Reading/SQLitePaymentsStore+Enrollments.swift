public import ChavePixModel
import GRDB
public import PaymentsCore

extension SQLitePaymentsStore {
    public func enrollment(
        _ id: EnrollmentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(
            #"SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" = ?2"#,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment? {
        try await first(#"SELECT "body" FROM "enrollment" WHERE "id" = ?1"#, [id.databaseValue])
    }

    public func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment? {
        try await first(
            #"SELECT "body" FROM "enrollment" WHERE "state_digest" = ?1"#,
            [stateDigest.databaseValue]
        )
    }

    public func enrollment(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(
            """
            SELECT "body" FROM "enrollment" WHERE "institution" = ?1 AND "bank_enrollment_id" = ?2
            ORDER BY "id" DESC LIMIT 1
            """,
            [institution.databaseValue, bankID.databaseValue]
        )
    }

    public func enrollments(
        _ query: EnrollmentQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<Enrollment> {
        var list = ListQuery<Enrollment>("enrollment", of: organisation.databaseValue)
        list.requireVisible(to: query.device, boundTo: query.boundCustomer)
        list.require(#""device_id" = ?"#, ifPresent: query.deviceID?.databaseValue)
        list.require(#""status" = ?"#, ifPresent: query.status?.databaseValue)
        list.require(#""institution" = ?"#, ifPresent: query.institution?.databaseValue)
        list.require(#""customer" = ?"#, ifPresent: query.customer?.databaseValue)
        list.require(#""external_id" = ?"#, ifPresent: query.externalID?.databaseValue)
        return try await page(list, query.page)
    }

    public func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        try await first(
            #"SELECT "body", "sign_count" FROM "credential" WHERE "enrollment" = ?1"#,
            [enrollment.databaseValue]
        )
    }
}

extension ListQuery {
    /// What a caller with this device, and with a token bound to this customer, may see.
    mutating func requireVisible(to device: Digest?, boundTo customer: CustomerID?) {
        require(#""customer" = ?"#, ifPresent: customer?.databaseValue)
        guard let device else { return }
        if customer == nil {
            require(#""device" = ?"#, device.databaseValue)
        } else {
            require(#"("device" = ? OR "device" IS NULL)"#, device.databaseValue)
        }
    }
}
