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

/// Wakes those who wait on this node for what other nodes change, in one of the stores.
struct ChangeNews: Service, CustomStringConvertible {
    let store: String
    let logger: Logger
    let uptimeMilliseconds: @Sendable () -> Int64
    /// Until the task is cancelled.
    let follow: @Sendable (_ onFault: @escaping @Sendable (any Error) -> Void) async -> Void

    /// The lifecycle's log names its services by this.
    var description: String { "ChangeNews(\(store))" }

    /// Of the database's errors, which is nearly all of them, its own word.
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
    /// One for each store that other nodes change too; none where the stores are files of one process.
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
