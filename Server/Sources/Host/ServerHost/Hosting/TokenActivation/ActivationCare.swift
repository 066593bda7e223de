import ChaveBase
import Logging
import PaymentsCore
import ServiceLifecycle
import TokenActivationCore

/// The regular care of activations: the leftovers of a process that died, and notices that were not accepted.
struct ActivationCare: Service, CustomStringConvertible {
    let activations: TokenActivations
    let world: World
    let logger: Logger

    var description: String { "ActivationCare" }

    private static let lookEveryMilliseconds = 60_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await look()
                await world.sleep(ActivationCare.lookEveryMilliseconds)
            }
        }
    }

    func look() async {
        do {
            let finished = try await activations.finishWhatWasLeft()
            if finished > 0 { logger.info("activations finished", metadata: ["activations": "\(finished)"]) }
        } catch {
            logger.error("activations not looked after", metadata: ["error": "\(type(of: error))"])
        }
    }
}
