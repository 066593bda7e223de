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
        try await page(query.list(of: organisation), query.page)
    }

    public func enrollments(
        _ ids: Set<EnrollmentID>,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        let list = "[" + ids.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"
        return try await all(EnrollmentReading.several, [organisation.databaseValue, list.databaseValue])
    }

    public func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        try await first(
            #"SELECT "body", "sign_count" FROM "credential" WHERE "enrollment" = ?1"#,
            [enrollment.databaseValue]
        )
    }
}

enum EnrollmentReading {
    static let several = """
        SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" IN (SELECT "value" FROM json_each(?2))
        """
}

extension EnrollmentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<Enrollment> {
        var list = ListQuery<Enrollment>("enrollment", of: organisation.databaseValue)
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("device_id", is: deviceID?.databaseValue, by: "enrollment_device_id")
        list.require("customer", is: customer?.databaseValue, by: "enrollment_customer")
        list.require("external_id", is: externalID?.databaseValue, by: "enrollment_external")
        list.require("status", is: status?.databaseValue, by: "enrollment_status")
        list.require("institution", is: institution?.databaseValue, by: "enrollment_institution")
        return list
    }
}

extension ListQuery {
    /// What a caller with this device, and with a token bound to this customer, may see; of the list's own table.
    mutating func requireVisible(to device: Digest?, boundTo customer: CustomerID?) {
        require("customer", is: customer?.databaseValue, by: "\(table)_customer")
        guard let device else { return }
        if customer == nil {
            require("device", is: device.databaseValue, by: "\(table)_device")
        } else {
            require(#"("device" = ? OR "device" IS NULL)"#, device.databaseValue)
        }
    }
}
