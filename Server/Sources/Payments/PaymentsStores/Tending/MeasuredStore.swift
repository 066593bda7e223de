package import ChaveBase
package import PaymentsCore

/// What gauges show of the payments' storage.
package protocol MeasuredStore: Sendable {
    /// How many connections work now, and how many wait for work.
    var connections: (used: Int, idle: Int) { get }
    /// How many writes wait for their turn; where all requests wait in one line, how many of all.
    var waitingWrites: Int { get }

    /// How many audit entries were ever written; where there are very many, about how many.
    func auditLength() async throws(StorageFault) -> Int64
    /// How many payment intents of each status that is no end were created before `time`, of all organisations.
    func openIntents(createdBefore time: Timestamp) async throws(StorageFault) -> [String: Int]
    /// Whether the database holds exactly the steps of this program.
    func hasCurrentSchema() async throws(StorageFault) -> Bool
    /// How many rows each table has; reads them all.
    func rowCounts() async throws(StorageFault) -> [String: Int64]
}
