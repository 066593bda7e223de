import Logging
import PaymentsCore
import ServiceLifecycle
import StoragePostgres

/// Wakes those who wait on this node for what other nodes change, in one of the stores.
struct ChangeNews: Service, CustomStringConvertible {
    let store: String
    let logger: Logger
    /// Until the task is cancelled.
    let follow: @Sendable (_ onFault: @escaping @Sendable (any Error) -> Void) async -> Void

    /// The lifecycle's log names its services by this.
    var description: String { "ChangeNews(\(store))" }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await follow { [logger, store] error in
                logger.error("changes not read", metadata: ["store": "\(store)", "error": "\(type(of: error))"])
            }
        }
    }
}

extension ChaveServer {
    /// One for each store that other nodes change too; none where the stores are files of one process.
    var changeNews: [ChangeNews] {
        var news: [ChangeNews] = []
        if let store = store as? PostgresPaymentsStore {
            news.append(
                ChangeNews(store: "payments", logger: logger) { [payments] onFault in
                    await payments.follow(store.changes, onFault: onFault)
                }
            )
        }
        if let parts = signInParts, let store = parts.store as? PostgresRecordStore {
            news.append(
                ChangeNews(store: "sign-in", logger: logger) { onFault in
                    await parts.api.records.follow(store.changes, onFault: onFault)
                }
            )
        }
        return news
    }
}
