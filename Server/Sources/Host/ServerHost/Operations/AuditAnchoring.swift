import ChaveBase
import ChavePixModel
import ChaveWire
import Logging
import PaymentsModel
import PaymentsStores
import ServiceLifecycle

/// Anchors the audit chains once an hour, and logs each anchor, because the log is kept apart from the database.
struct AuditAnchoring: Service, CustomStringConvertible {
    let store: any ServerStore
    let world: World
    let logger: Logger

    var description: String { "AuditAnchoring" }

    private static let everySeconds: Int64 = 3_600
    private static let lookEveryMilliseconds = 60_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await look()
                await world.sleep(AuditAnchoring.lookEveryMilliseconds)
            }
        }
    }

    func look() async {
        do throws(StorageFault) {
            let now = world.now()
            let last = try await store.lastAnchorAt(until: now)
            if let last, now < last.adding(seconds: AuditAnchoring.everySeconds) { return }
            for anchor in try await store.anchorAudit(at: now) {
                logger.info(
                    "audit anchored",
                    metadata: [
                        "organisation": .string(anchor.organisation.text), "number": "\(anchor.number)",
                        "entries": "\(anchor.entries)", "hash": .string(Base64URL.encode(anchor.hash.bytes)),
                    ]
                )
            }
        } catch {
            logger.error("audit not anchored", metadata: ["error": "\(type(of: error.underlying))"])
        }
    }
}
