import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

extension DeviceRoom {
    /// Counts under a lock that remains until the commit: otherwise two simultaneous requests would both find the last
    /// place.
    var guarding: [SQLStatement] {
        (turn.map { [$0.statement(in: organisation)] } ?? [])
            + bounds.map { $0.statement($0.scope.texts.guarding, in: organisation) }
    }

    /// The statements that find a row for each bound with a free place.
    var questions: [SQLStatement] { bounds.map { $0.statement($0.scope.texts.counting, in: organisation) } }

    /// The first bound without a free place, by the answers to ``questions``.
    func fullBound(_ answers: ArraySlice<SQLAnswer>) -> Bound? {
        zip(bounds, answers).first { $0.1.rows.isEmpty }?.0
    }
}

extension DeviceRoom.Turn {
    fileprivate func statement(in organisation: OrganisationID) -> SQLStatement {
        switch self {
        case .grant(.family(let id)): SQLStatement(RoomStatement.holdFamily, [organisation, id])
        case .grant(.customer(let id)): SQLStatement(RoomStatement.holdCustomer, [organisation, id])
        case .enrollment(let id): SQLStatement(RoomStatement.holdEnrollment, [organisation, id])
        }
    }
}

extension DeviceRoom.Bound {
    fileprivate func statement(_ text: SQLText, in organisation: OrganisationID) -> SQLStatement {
        SQLStatement(text, values: [.limit(limit), organisation.bound] + scope.values)
    }
}

extension DeviceRoom.Scope {
    fileprivate var texts: RoomStatement {
        switch self {
        case .openEnrollmentsOfDevice: .openOfDevice
        case .openEnrollmentsOfGrant: .openOfGrant
        case .enrollmentsOfGrant: .ofGrant
        case .openIntentsOfEnrollment: .openIntents
        }
    }

    /// The values from `?3` on.
    fileprivate var values: [SQLValue] {
        switch self {
        case .openEnrollmentsOfDevice(let device): [device.bound]
        case .openEnrollmentsOfGrant(let grant, let since), .enrollmentsOfGrant(let grant, let since):
            [grant.bound, CreationSpan.oldestID(since).bound]
        case .openIntentsOfEnrollment(let enrollment): [enrollment.bound]
        }
    }
}

/// Counts up to `?1` rows of the organisation `?2`, and finds a row while there are fewer.
private struct RoomStatement {
    let counting: SQLText
    let guarding: SQLText

    private init(_ selection: String) {
        let sql = #"SELECT 1 WHERE ?1 > (SELECT COUNT(*) FROM (\#(selection) LIMIT ?1) AS "counted")"#
        counting = .payments(sql)
        guarding = .payments(sql, .findsRow)
    }

    static let openOfDevice = RoomStatement(
        """
        SELECT 1 FROM "enrollment" INDEXED BY "enrollment_device"
        WHERE "organisation" = ?2 AND "device" = ?3 AND "status" = 'PENDING'
        """
    )

    static let openOfGrant = RoomStatement(#"\#(allOfGrant) AND "status" = 'PENDING'"#)

    static let ofGrant = RoomStatement(allOfGrant)

    private static let allOfGrant = """
        SELECT 1 FROM "enrollment" INDEXED BY "enrollment_grant"
        WHERE "organisation" = ?2 AND "token_grant" = ?3 AND "id" >= ?4
        """

    static let openIntents = RoomStatement(
        """
        SELECT 1 FROM "payment_intent" INDEXED BY "payment_intent_open"
        WHERE "organisation" = ?2 AND "enrollment" = ?3 AND "status" IN ('PENDING', 'PROCESSING', 'SCHEDULED')
            AND "status" = 'PENDING' AND "device" IS NOT NULL
        """
    )

    static let holdFamily = SQLText.lock(
        #"SELECT 1 FROM "token_family" WHERE "organisation" = ?1 AND "id" = ?2 FOR NO KEY UPDATE"#
    )

    static let holdCustomer = SQLText.lock(
        #"SELECT 1 FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2 FOR NO KEY UPDATE"#
    )

    static let holdEnrollment = SQLText.lock(
        #"SELECT 1 FROM "enrollment" WHERE "organisation" = ?1 AND "id" = ?2 FOR NO KEY UPDATE"#
    )
}
