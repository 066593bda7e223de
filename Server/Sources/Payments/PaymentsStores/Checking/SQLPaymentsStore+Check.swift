import ChaveBase
package import PaymentsCore
import SQLPort

extension SQLPaymentsStore {
    /// As long as a check may take on a database that is full.
    private static let longestCheck = Duration.seconds(6 * 60 * 60)

    /// Verifies the database, every audit chain against its object and its anchors, the records and the events; empty is clean.
    ///
    /// Reads all of it as of one moment while payments go on. It takes time; a file's log grows meanwhile.
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
