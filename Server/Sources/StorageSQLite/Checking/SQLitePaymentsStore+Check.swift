public import PaymentsCore
import SQLiteWriter
package import StoredForms

extension SQLitePaymentsStore {
    /// Verifies the file, the references, every audit chain against its object, and the events; empty is clean.
    ///
    /// Reads all of it on one snapshot while payments go on; it takes time, and the write-ahead log grows meanwhile.
    package func check() async throws(StorageFault) -> [StoreFinding] {
        do {
            return try await writer.read { database in
                var check = StoreCheck(FileSnapshot(database: database))
                try check.run()
                return check.findings
            }
        } catch {
            throw translateRead(error)
        }
    }

    /// Writes a complete copy, as of one moment, to a file that does not exist yet.
    public func backUp(to path: String) async throws(StorageFault) {
        do {
            try await writer.copy(to: path)
        } catch {
            throw translateRead(error)
        }
    }
}
