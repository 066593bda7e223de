import ChaveBase
package import PaymentsModel
import SQLPort

extension SQLPaymentsStore {
    /// The longest time of a check on a full database.
    private static let longestCheck = Duration.seconds(6 * 60 * 60)

    /// Verifies the database, every audit chain against its object and its anchors, the records and the events; empty
    /// is clean.
    ///
    /// The check reads all data as of one moment while payments continue. It takes time; a file's log grows meanwhile.
    package func check() async throws(StorageFault) -> [StoreFinding] {
        do {
            return try await batches.snapshot(within: Self.longestCheck) { snapshot in
                var check = StoreCheck(snapshot)
                try check.run()
                return check.findings
            }
        } catch {
            throw StorageFault(error)
        }
    }
}
