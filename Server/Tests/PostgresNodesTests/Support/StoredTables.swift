/// What a test asks of the stores' tables in PostgreSQL or does to them behind the stores' back.
///
/// This file names those tables, so that a change of their layout changes no test. `ServerTestSupport` has such files for
/// the targets that depend on it.
enum StoredTables {
    /// No record of sign-in with an index can be stored any more.
    static let losingIndexesOfRecords = #"DROP TABLE "signin"."record_index""#
}
