public import ChaveBase
public import ChavePixModel
import ChaveWire
public import InstitutionPort
import SQLPort

/// The clients of an institution that registered themselves.
extension SandboxBank {
    /// The client with that id; `nil` when the institution has none.
    public func client(_ id: String, at institution: InstitutionID) async throws -> RegisteredClient? {
        guard let branch = branches[institution] else { return nil }
        return try await atWindow(of: branch) { try $0.client(id) }
    }

    /// Stores a new client.
    ///
    /// - Returns: `false` when the institution has a client of that software statement.
    public func register(_ client: RegisteredClient, at institution: InstitutionID) async throws -> Bool {
        guard let branch = branches[institution] else { return false }
        return try await atDesk(of: branch) { desk in
            guard try desk.client(ofSoftware: client.software) == nil else { return false }
            try desk.insert(client)
            return true
        }
    }

    /// Replaces what is stored of a client, but for its id, its owner and its token.
    public func update(_ client: RegisteredClient, at institution: InstitutionID) async throws {
        guard let branch = branches[institution] else { return }
        try await atDesk(of: branch) { desk in
            try desk.database.run(
                #"UPDATE "client" SET "metadata" = ?3 WHERE "id" = ?1 AND "ispb" = ?2"#,
                [client.id, desk.ispb, JSONValue.object(client.metadata).encoded().blob]
            )
        }
    }

    /// Removes a client; its tokens count no more, and its objects are nobody's.
    public func removeClient(_ id: String, at institution: InstitutionID) async throws {
        guard let branch = branches[institution] else { return }
        try await atDesk(of: branch) { desk in
            try desk.database.run(#"DELETE FROM "client" WHERE "id" = ?1 AND "ispb" = ?2"#, [id, desk.ispb])
        }
    }

    /// Takes the id of a client's signed message that reaches no desk, such as a client assertion.
    ///
    /// - Returns: `false` when it was seen within a day.
    public func takeMessage(_ id: String, of client: String, at institution: InstitutionID) async throws -> Bool {
        guard let branch = branches[institution] else { return false }
        return try await atDesk(of: branch) { try $0.takeMessage(id, of: client) }
    }
}

extension BankDesk {
    func client(_ id: String) throws -> RegisteredClient? {
        let sql = #"SELECT \#(RegisteredClient.columns) FROM "client" WHERE "id" = ?1 AND "ispb" = ?2"#
        return try database.row(sql, [id, ispb]).map(RegisteredClient.init)
    }

    fileprivate func client(ofSoftware software: String) throws -> RegisteredClient? {
        let sql = #"SELECT \#(RegisteredClient.columns) FROM "client" WHERE "ispb" = ?1 AND "software" = ?2"#
        return try database.row(sql, [ispb, software]).map(RegisteredClient.init)
    }

    fileprivate func insert(_ client: RegisteredClient) throws {
        try database.run(
            """
            INSERT INTO "client" ("id", "ispb", "software", "organisation", "metadata", "token_digest", "created_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                client.id, ispb, client.software, client.organisation,
                JSONValue.object(client.metadata).encoded().blob, client.tokenDigest.blob,
                client.createdAt.microseconds,
            ]
        )
    }
}

/// Receives the changes of registered clients' objects.
///
/// A change names its object, never the new state.
public protocol ClientNotifications: Sendable {
    func changed(
        _ kind: InstitutionNotificationKind,
        _ id: String,
        of client: String,
        at institution: InstitutionID
    ) async
}
