import ChaveBase
import Logging
import PaymentsCore
import PaymentsStores
import PostgresClient
import PostgresNodes
import SQLPort
import ServiceLifecycle
import SignInHTTP
import SignInStores

/// Wakes this node's waiters when another node changes one of the stores.
struct ChangeNews: Service, CustomStringConvertible {
    let store: String
    let logger: Logger
    let uptimeMilliseconds: @Sendable () -> Int64
    /// Follows the changes until the task is cancelled.
    let follow: @Sendable (_ onFault: @escaping @Sendable (any Error) -> Void) async -> Void

    /// The service's name in the lifecycle's log.
    var description: String { "ChangeNews(\(store))" }

    /// The kind of an error; for errors of the database, nearly all of them, the database's own name.
    private static func kind(of error: any Error) -> String {
        let error = (error as? SQLFailure)?.fault.underlying ?? error
        return (error as? PostgresError)?.kind.rawValue ?? "\(type(of: error))"
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let faults = FaultLog(
                logger: logger,
                metadata: ["store": "\(store)"],
                uptimeMilliseconds: uptimeMilliseconds
            )
            await follow { error in faults.note("changes not read", kind: ChangeNews.kind(of: error)) }
        }
    }
}

extension ChaveServer {
    /// One service for each store that other nodes change too; none when the stores are files of one process.
    var changeNews: [ChangeNews] {
        var news: [ChangeNews] = []
        if let changes = (store as? SQLPaymentsStore)?.changes {
            news.append(
                ChangeNews(store: "payments", logger: logger, uptimeMilliseconds: world.uptimeMilliseconds) {
                    [payments] onFault in
                    await payments.follow(changes, onFault: onFault)
                }
            )
        }
        if let parts = signInParts, let changes = (parts.store as? SQLRecordStore)?.changes {
            news.append(
                ChangeNews(store: "sign-in", logger: logger, uptimeMilliseconds: world.uptimeMilliseconds) { onFault in
                    await parts.api.records.follow(changes, onFault: onFault)
                }
            )
        }
        return news
    }
}
