public import ChaveBase
public import ChavePixModel
public import PaymentsModel
import SQLPort

/// The statements that read enrollments and their credentials, in full.
enum EnrollmentReading {
    static let own = SQLText.payments(#"SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" = ?2"#)
    static let any = SQLText.payments(#"SELECT "body" FROM "enrollment" WHERE "id" = ?1"#)
    static let ofState = SQLText.payments(#"SELECT "body" FROM "enrollment" WHERE "state_digest" = ?1"#)
    static let ofBank = SQLText.payments(
        """
        SELECT "body" FROM "enrollment" WHERE "institution" = ?1 AND "bank_enrollment_id" = ?2
        ORDER BY "id" DESC LIMIT 1
        """
    )

    /// Finds several enrollments; `?2` has the ids in one value.
    static let several = PaymentsSchema.all.text(
        sqlite: """
            SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" IN (\(IDList.ofSQLite("?2")))
            """,
        postgres: """
            SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" = ANY (\(IDList.ofPostgres("?2")))
            """
    )

    /// Finds the open enrollments: an ended enrollment has no wake time.
    static let openOfCustomer = SQLText.payments(
        """
        SELECT "body" FROM "enrollment"
        WHERE "organisation" = ?1 AND "customer" = ?2 AND "wake_at" IS NOT NULL ORDER BY "id"
        """
    )

    static let credential = SQLText.payments(#"SELECT "body", "sign_count" FROM "credential" WHERE "enrollment" = ?1"#)
}

extension SQLPaymentsStore {
    public func enrollment(
        _ id: EnrollmentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(EnrollmentReading.own, [organisation, id])
    }

    public func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment? {
        try await first(EnrollmentReading.any, [id])
    }

    public func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment? {
        try await first(EnrollmentReading.ofState, [stateDigest])
    }

    public func enrollment(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> Enrollment? {
        try await first(EnrollmentReading.ofBank, [institution, bankID])
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
        try await all(EnrollmentReading.several, [organisation, IDList.value(ids)])
    }

    public func openEnrollments(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        try await all(EnrollmentReading.openOfCustomer, [organisation, customer])
    }

    public func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        try await first(EnrollmentReading.credential, [enrollment])
    }

    public func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound? {
        room.fullBound(try await answers(room.questions)[...])
    }
}

extension EnrollmentQuery {
    func list(of organisation: OrganisationID) -> ListQuery<Enrollment> {
        var list = ListQuery<Enrollment>("enrollment", of: organisation)
        list.requireVisible(to: device, boundTo: boundCustomer)
        list.require("device_id", is: deviceID, by: "enrollment_device_id")
        list.require("customer", is: customer, by: "enrollment_customer")
        list.require("external_id", is: externalID, by: "enrollment_external")
        list.require("status", is: status, by: "enrollment_status")
        list.require("institution", is: institution, by: "enrollment_institution")
        return list
    }
}

extension ListQuery {
    /// Limits the list to rows of its own table that a caller may see: by this device, or by a token bound to this
    /// customer.
    mutating func requireVisible(to device: Digest?, boundTo customer: CustomerID?) {
        require("customer", is: customer, by: "\(table)_customer")
        guard let device else { return }
        if customer == nil {
            require("device", is: device, by: "\(table)_device")
        } else {
            require(#"("device" = ? OR "device" IS NULL)"#, device)
        }
    }
}
