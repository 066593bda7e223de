/// The steps that brought a store's schema up to date, as a database remembers them.
package enum StoredSteps {
    /// A newer program has added a step, with that number; in files alone.
    package static func adding(_ name: String, number: Int) -> String {
        #"INSERT INTO "schema_migration" VALUES (\#(number), '\#(name)')"#
    }

    /// A newer program has added a step to the sandbox's cards; in PostgreSQL alone.
    package static func addingToCards(_ name: String) -> String {
        #"INSERT INTO "cards"."schema_migration" ("name") VALUES ('\#(name)')"#
    }

    /// A step was never made; in PostgreSQL alone.
    package static func losing(_ number: Int, of store: String) -> String {
        #"DELETE FROM "\#(store)"."schema_migration" WHERE "position" = \#(number)"#
    }
}
