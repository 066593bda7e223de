import ChavePixModel
import PaymentsCore
import PostgresClient

extension AuditEntry {
    func insertion() -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."audit_entry" (
                "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest",
                "previous", "hash"
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                organisation.bound, object.kind.rawValue.bound, object.idText.bound, version.bound, at.bound,
                actor.bound, action.bound, contentDigest.bound, previous.bound, hash.bound,
            ]
        )
    }
}
