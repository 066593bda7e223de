import PostgresClient
import StoredForms

extension PostgresPaymentsStore: TendedStore {
    /// Whether the last attempt to connect succeeded.
    package var isHealthy: Bool { pool.isReachable }

    /// The pool is its maker's, who closes it when nobody needs it any more.
    package func close() async {}
}
