import ChaveBase
import Logging
import PaymentsCore
import ServiceLifecycle

/// Looks once a minute whether the certificate was renewed, so that nobody has to tell the server.
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
