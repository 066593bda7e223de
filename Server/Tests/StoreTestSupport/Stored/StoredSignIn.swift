import ChaveBase
package import PostgresClient
package import SignInModel

/// Sign-in's records at rest.
package enum StoredSignIn {
    /// No record with an index can be stored any more.
    package static let losingIndexes = StoredSQL(in: "signin") { #"DROP TABLE \#($0)"record_index""# }

    /// Other bytes in a record's place; in PostgreSQL alone.
    package static func writing(_ bytes: [UInt8], into key: RecordKey) -> PostgresStatement {
        PostgresStatement(
            #"UPDATE "signin"."record" SET "body" = $1 WHERE "tenant" = $2 AND "kind" = $3 AND "id" = $4"#,
            [.bytes(bytes), .bytes(Array(key.tenant.utf8)), .text(key.kind), .bytes(Array(key.id.utf8))]
        )
    }
}
