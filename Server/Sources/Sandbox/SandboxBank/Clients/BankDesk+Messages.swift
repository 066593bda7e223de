import ChaveBase
import Hashing
import SQLPort

/// Signed messages that count once: an id is kept for a day (Open Finance Brasil, `jti`).
extension BankDesk {
    /// Refuses the call when its message was seen within a day, and keeps its id otherwise.
    func requireNewMessage() throws {
        guard let client, let id = client.messageID else { return }
        guard try takeMessage(id, of: client.id) else {
            throw BankRefusal(.clientInvalid, "Send each message with a jti of its own.")
        }
    }

    /// Keeps the id; `false` when it was seen within a day.
    func takeMessage(_ id: String, of client: String) throws -> Bool {
        let digest = Digest(ofText: id).bytes.blob
        let dayAgo = now.adding(seconds: -BankDesk.keyLifeSeconds).microseconds
        let sql = """
            INSERT INTO "seen_message" ("ispb", "client", "digest", "made_at") VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT ("ispb", "client", "digest") DO UPDATE SET "made_at" = excluded."made_at"
                WHERE "seen_message"."made_at" <= ?5
            RETURNING "id"
            """
        return try database.row(sql, [ispb, client, digest, now.microseconds, dayAgo]) != nil
    }
}
