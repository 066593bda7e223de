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
    /// After a look that failed; whether the server is ready depends on it, and nothing else may ask this database.
    private static let lookAgainMilliseconds = 2_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let isDone = await look()
                await world.sleep(
                    isDone ? ActivationCare.lookEveryMilliseconds : ActivationCare.lookAgainMilliseconds
                )
            }
        }
    }

    /// - Returns: whether the database answered.
    @discardableResult
    func look() async -> Bool {
        do {
            let finished = try await activations.finishWhatWasLeft()
            if finished > 0 { logger.info("activations finished", metadata: ["activations": "\(finished)"]) }
            return true
        } catch {
            logger.error("activations not looked after", metadata: ["error": "\(type(of: error))"])
            return false
        }
    }
}
