import ChaveBase
import Logging
import PaymentsCore
import ServiceLifecycle

/// Checks once a minute for a renewed certificate, so that nobody has to signal the server.
struct CertificateWatch: Service, CustomStringConvertible {
    let identity: TLSIdentity
    let world: World
    let logger: Logger

    var description: String { "CertificateWatch" }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await world.sleep(60_000)
                do throws(TLSRefusal) {
                    if try identity.reloadIfChanged() { logger.info("certificate renewed") }
                } catch {
                    logger.error("certificate not renewed", metadata: ["reason": .string(error.description)])
                }
            }
        }
    }
}
