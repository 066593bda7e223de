import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension DeviceRoom.Bound {
    /// One writer at a time: what is counted here is so until the commit.
    func guarding(_ organisation: OrganisationID) -> Step {
        let (count, values) = scope.count(in: organisation)
        return Step(
            sql: "SELECT 1 WHERE ?1 > (\(count))",
            arguments: [limit.databaseValue] + values,
            isQuestion: true
        )
    }
}

extension SQLitePaymentsStore {
    public func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound? {
        do {
            return try await writer.read { database in
                try room.bounds.first { bound in
                    let step = bound.guarding(room.organisation)
                    return try database.firstRow(step.sql, step.arguments) == nil
                }
            }
        } catch {
            throw translateRead(error)
        }
    }
}

extension DeviceRoom.Scope {
    /// The statement that counts up to `?1`, and its values from `?2` on.
    fileprivate func count(in organisation: OrganisationID) -> (sql: String, values: [DatabaseValue]) {
        switch self {
        case .openEnrollmentsOfDevice(let device):
            (RoomCount.openOfDevice, [organisation.databaseValue, device.databaseValue])
        case .openEnrollmentsOfGrant(let grant, let since):
            (RoomCount.openOfGrant, RoomCount.values(organisation, grant, since))
        case .enrollmentsOfGrant(let grant, let since):
            (RoomCount.ofGrant, RoomCount.values(organisation, grant, since))
        case .openIntentsOfEnrollment(let enrollment):
            (RoomCount.openIntents, [organisation.databaseValue, enrollment.databaseValue])
        }
    }
}

private enum RoomCount {
    static func values(_ organisation: OrganisationID, _ grant: String, _ since: Timestamp) -> [DatabaseValue] {
        [organisation.databaseValue, grant.databaseValue, CreationSpan.oldestID(since).databaseValue]
    }

    private static func count(_ selection: String) -> String {
        "SELECT COUNT(*) FROM (\(selection) LIMIT ?1) AS \"counted\""
    }

    static let openOfDevice = count(
        """
        SELECT 1 FROM "enrollment" INDEXED BY "enrollment_device"
        WHERE "organisation" = ?2 AND "device" = ?3 AND "status" = 'PENDING'
        """
    )

    static let openOfGrant = count("\(allOfGrant) AND \"status\" = 'PENDING'")

    static let ofGrant = count(allOfGrant)

    private static let allOfGrant = """
        SELECT 1 FROM "enrollment" INDEXED BY "enrollment_grant"
        WHERE "organisation" = ?2 AND "token_grant" = ?3 AND "id" >= ?4
        """

    static let openIntents = count(
        """
        SELECT 1 FROM "payment_intent" INDEXED BY "payment_intent_open"
        WHERE "organisation" = ?2 AND "enrollment" = ?3 AND "status" IN ('PENDING', 'PROCESSING')
            AND "status" = 'PENDING' AND "device" IS NOT NULL
        """
    )
}
