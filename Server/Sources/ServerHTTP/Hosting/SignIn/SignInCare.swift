import Logging
import PaymentsCore
import ServiceLifecycle
import SignInCore

/// What sign-in needs from time to time: what has expired goes, keys of ID tokens are exchanged, and guessing is told.
struct SignInCare: Service, CustomStringConvertible {
    let signIn: SignIn
    let metrics: ServerMetrics
    let world: World
    let logger: Logger

    var description: String { "SignInCare" }

    private static let lookEveryMilliseconds = 60_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var alarms: [TenantID: Int64] = [:]
            while !Task.isCancelled {
                await look(&alarms)
                await world.sleep(SignInCare.lookEveryMilliseconds)
            }
        }
    }

    /// `alarms` is how often each tenant had one when it was looked at last.
    func look(_ alarms: inout [TenantID: Int64]) async {
        do {
            let removed = try await signIn.removeExpired()
            if removed > 0 { logger.debug("expired records removed", metadata: ["records": "\(removed)"]) }
            var found = alarms
            try await signIn.forEachTenant { tenant in
                if try await signIn.rotateSigningKeysIfDue(of: tenant.tenant) {
                    logger.info("keys of ID tokens rotated", metadata: ["tenant": .string(tenant.tenant.text)])
                }
                found[tenant.tenant] = try await raised(of: tenant.tenant, before: alarms[tenant.tenant])
            }
            alarms = found
        } catch {
            logger.error("sign-in not looked after", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// What was there when the server started was told by the one before it.
    private func raised(of tenant: TenantID, before: Int64?) async throws -> Int64 {
        let raised = try await signIn.guessAlarm(of: tenant).raised
        if let before, raised > before {
            metrics.alerted("sign_in_codes_guessed")
            logger.warning("codes are guessed", metadata: ["tenant": .string(tenant.text)])
        }
        return raised
    }
}
