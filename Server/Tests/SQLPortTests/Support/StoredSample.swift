/// The sample's tables in PostgreSQL, as a test asks of them or changes them behind the port's back.
enum StoredSample {
    static let countingSteps = #"SELECT COUNT(*) FROM "sample"."schema_migration""#

    /// Lets a role read the steps.
    static func showingSteps(to role: String) -> String {
        #"GRANT SELECT ON "sample"."schema_migration" TO "\#(role)""#
    }
}
