import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms

extension DeviceRoom {
    /// Who counts has the turn until the commit: two that count at once would both find the last place.
    var guarding: [PostgresStatement] { (turn.map { [$0.statement(in: organisation)] } ?? []) + bounds.map(guarding) }

    private func guarding(_ bound: Bound) -> PostgresStatement {
        let (count, values) = bound.scope.count(in: organisation)
        return PostgresStatement(
            "SELECT 1 / (CASE WHEN (\(count)) < $1 THEN 1 ELSE 0 END)",
            [Int64(bound.limit).bound] + values
        )
    }

    fileprivate func counting(_ bound: Bound) -> PostgresStatement {
        let (count, values) = bound.scope.count(in: organisation)
        return PostgresStatement("SELECT (\(count)) < $1", [Int64(bound.limit).bound] + values)
    }
}

extension PostgresPaymentsStore {
    public func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound? {
        let found = try await answers(.reads, room.bounds.map(room.counting))
        return zip(room.bounds, found).first { $0.1.first != .boolean(true) }?.0
    }
}

extension DeviceRoom.Turn {
    fileprivate func statement(in organisation: OrganisationID) -> PostgresStatement {
        switch self {
        case .grant(.family(let id)):
            PostgresStatement(
                """
                SELECT 1 FROM "payments"."token_family" WHERE "organisation" = $1 AND "id" = $2 FOR NO KEY UPDATE
                """,
                [organisation.bound, id.bound]
            )
        case .grant(.customer(let id)):
            PostgresStatement(
                #"SELECT 1 FROM "payments"."customer" WHERE "organisation" = $1 AND "id" = $2 FOR NO KEY UPDATE"#,
                [organisation.bound, id.bound]
            )
        case .enrollment(let id):
            PostgresStatement(
                #"SELECT 1 FROM "payments"."enrollment" WHERE "organisation" = $1 AND "id" = $2 FOR NO KEY UPDATE"#,
                [organisation.bound, id.bound]
            )
        }
    }
}

extension DeviceRoom.Scope {
    /// The statement that counts up to `$1`, and its values from `$2` on.
    fileprivate func count(in organisation: OrganisationID) -> (sql: String, values: [PostgresValue]) {
        switch self {
        case .openEnrollmentsOfDevice(let device):
            (RoomCount.openOfDevice, [organisation.bound, device.bound])
        case .openEnrollmentsOfGrant(let grant, let since):
            (RoomCount.openOfGrant, [organisation.bound, grant.bound, CreationSpan.oldestID(since).bound])
        case .enrollmentsOfGrant(let grant, let since):
            (RoomCount.ofGrant, [organisation.bound, grant.bound, CreationSpan.oldestID(since).bound])
        case .openIntentsOfEnrollment(let enrollment):
            (RoomCount.openIntents, [organisation.bound, enrollment.bound])
        }
    }
}

private enum RoomCount {
    private static func count(_ selection: String) -> String {
        "SELECT COUNT(*) FROM (\(selection) LIMIT $1) AS \"counted\""
    }

    static let openOfDevice = count(
        """
        SELECT 1 FROM "payments"."enrollment" WHERE "organisation" = $2 AND "device" = $3 AND "status" = 'PENDING'
        """
    )

    static let openOfGrant = count("\(allOfGrant) AND \"status\" = 'PENDING'")

    static let ofGrant = count(allOfGrant)

    private static let allOfGrant = """
        SELECT 1 FROM "payments"."enrollment" WHERE "organisation" = $2 AND "token_grant" = $3 AND "id" >= $4
        """

    static let openIntents = count(
        """
        SELECT 1 FROM "payments"."payment_intent"
        WHERE "organisation" = $2 AND "enrollment" = $3 AND "status" IN ('PENDING', 'PROCESSING')
            AND "status" = 'PENDING' AND "device" IS NOT NULL
        """
    )
}
