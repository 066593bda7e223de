public import ChavePixModel
public import PaymentsCore

extension PostgresPaymentsStore {
    public func enrollment(
        _ id: EnrollmentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(
            #"SELECT "body" FROM "payments"."enrollment" WHERE "organisation" = $1 AND "id" = $2"#,
            [organisation.bound, id.bound]
        )
    }

    public func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment? {
        try await first(#"SELECT "body" FROM "payments"."enrollment" WHERE "id" = $1"#, [id.bound])
    }

    public func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment? {
        try await first(
            #"SELECT "body" FROM "payments"."enrollment" WHERE "state_digest" = $1"#,
            [stateDigest.bound]
        )
    }

    public func enrollment(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(
            """
            SELECT "body" FROM "payments"."enrollment" WHERE "institution" = $1 AND "bank_enrollment_id" = $2
            ORDER BY "id" DESC LIMIT 1
            """,
            [institution.bound, bankID.bound]
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
        let list = ids.map(\.text).joined(separator: ",")
        return try await all(EnrollmentReading.several, [organisation.bound, list.bound])
    }

    public func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        try await first(
            #"SELECT "body", "sign_count" FROM "payments"."credential" WHERE "enrollment" = $1"#,
            [enrollment.bound]
        )
    }
}

enum EnrollmentReading {
    /// An id holds no comma; of an empty text nothing is made.
    static let several = """
        SELECT "body" FROM "payments"."enrollment"
        WHERE "organisation" = $1 AND "id" = ANY (string_to_array($2, ','))
        """
}

extension EnrollmentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<Enrollment> {
        var list = ListQuery<Enrollment>("enrollment", of: organisation)
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("device_id", is: deviceID)
        list.require("customer", is: customer)
        list.require("external_id", is: externalID)
        list.require("status", is: status)
        list.require("institution", is: institution)
        return list
    }
}

extension ListQuery {
    /// What a caller with this device, and with a token bound to this customer, may see.
    mutating func requireVisible(to device: Digest?, boundTo customer: CustomerID?) {
        require("customer", is: customer)
        guard let device else { return }
        if customer == nil {
            require("device", is: device)
        } else {
            require(#"("device" = ? OR "device" IS NULL)"#, device)
        }
    }
}
