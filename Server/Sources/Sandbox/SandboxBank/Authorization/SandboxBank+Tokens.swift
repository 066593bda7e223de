public import ChaveBase
public import ChaveJOSE
public import ChavePixModel
import SQLPort

/// The authorization server's work that is no call of an initiator.
extension SandboxBank {
    /// An access token of a client's own credentials, bound to the client's certificate.
    public func accessToken(ofClient client: BankClient, scope: String) -> (text: String, lifeSeconds: Int) {
        let holder = AccessTokenHolder(
            enrollmentID: nil,
            client: client.id,
            certificate: client.certificate,
            scope: scope
        )
        return (tokens.issue(for: holder, at: world.now()), tokens.lifeSeconds)
    }

    /// The holder of an access token; `nil` for a token that is not this bank's, or has ended.
    public func holder(ofAccessToken token: String) -> AccessTokenHolder? {
        tokens.holder(of: token, at: world.now())
    }

    /// The public keys of an institution's identity tokens.
    public func identityKeys(of institution: InstitutionID) -> [VerificationKey] {
        branches[institution].map { [$0.key.publicKey] } ?? []
    }

    /// Takes back a refresh token of a client; one that is unknown needs no taking back.
    public func revoke(refreshToken: String, of client: BankClient, at institution: InstitutionID) async throws {
        guard let branch = branches[institution] else { return }
        try await atDesk(of: branch, for: client) { try $0.revokeRefreshToken(refreshToken) }
    }

    /// `sub` of the holder of an enrollment; `nil` when the institution has no such enrollment.
    public func subject(ofEnrollment id: String, at institution: InstitutionID) async throws -> String? {
        guard let branch = branches[institution] else { return nil }
        let issuer = branch.issuer(configuration)
        return try await atWindow(of: branch) { desk in
            try desk.storedEnrollment(id).map { IdentityToken.subject(of: $0.cpf, issuer: issuer) }
        }
    }
}

extension SandboxBank {
    /// The key that requests to the authorization server may be encrypted to; the first call makes it, for all nodes.
    public func requestKey() async throws -> DecryptionKey {
        if let stored = try await store.snapshot({ try SandboxBank.storedRequestKey($0) }) { return stored }
        let new = try DecryptionKey.generate()
        return try await store.write(.opening) { database in
            try database.run(
                #"INSERT INTO "bank_secret" ("name", "value") VALUES ('request_key', ?1) ON CONFLICT DO NOTHING"#,
                [Array(new.secretPEM.utf8).blob]
            )
            guard let stored = try SandboxBank.storedRequestKey(database) else {
                throw SQLFault(table: "bank_secret", column: "value")
            }
            return stored
        }
    }

    private static func storedRequestKey(_ database: any SQLDatabase) throws -> DecryptionKey? {
        guard let row = try database.row(#"SELECT "value" FROM "bank_secret" WHERE "name" = 'request_key'"#, []) else {
            return nil
        }
        var columns = ColumnReader(row, table: "bank_secret")
        let pem = String(decoding: try columns.bytes(), as: UTF8.self)
        return try DecryptionKey(pem: pem, keyID: "request")
    }
}
