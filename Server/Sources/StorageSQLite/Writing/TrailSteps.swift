import ChavePixModel
import GRDB
import PaymentsCore

extension AuditEntry {
    func insertion() -> Step {
        Step(
            sql: """
                INSERT INTO "audit_entry" (
                    "organisation", "object_kind", "object_id", "version", "at", "actor", "action", "content_digest",
                    "previous", "hash"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                """,
            arguments: [
                organisation.databaseValue, object.kind.rawValue.databaseValue, object.idText.databaseValue,
                version.databaseValue, at.databaseValue, actor.databaseValue, action.databaseValue,
                contentDigest.databaseValue, previous.databaseValue, hash.databaseValue,
            ]
        )
    }
}

extension OutboxEvent {
    func insertion() -> Step {
        Step(
            sql: """
                INSERT INTO "event" (
                    "organisation", "id", "object_kind", "object_id", "version", "at", "type", "subject", "body"
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, object.kind.rawValue.databaseValue,
                object.idText.databaseValue, version.databaseValue, at.databaseValue, type.databaseValue,
                objectID.databaseValue, body.databaseValue,
            ]
        )
    }
}
