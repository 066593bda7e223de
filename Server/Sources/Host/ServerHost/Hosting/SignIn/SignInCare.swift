import ChaveBase
import Logging
import PaymentsCore
import ServiceLifecycle
import SignInCore

/// What sign-in needs from time to time: what has expired goes, old events go where there are too many, keys of ID
/// tokens are exchanged, and guessing is told.
struct SignInCare: Service, CustomStringConvertible {
    let signIn: SignIn
    let metrics: ServerMetrics
    let world: World
    let logger: Logger

    var description: String { "SignInCare" }

    private static let lookEveryMilliseconds = 60_000
    /// Events are counted once in so many looks: counting them costs as much as there are.
    private static let looksPerTrimming = 60

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (alarms, looks): ([TenantID: Int64], Int) = ([:], 0)
            while !Task.isCancelled {
                await look(&alarms)
                if looks == 0 { await trimEvents() }
                looks = (looks + 1) % SignInCare.looksPerTrimming
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

    /// Leaves each tenant as many events as are kept of one.
    func trimEvents() async {
        do {
            try await signIn.forEachTenant { tenant in
                let removed = try await signIn.trimEvents(of: tenant.tenant)
                if removed > 0 { logger.debug("old events removed", metadata: ["records": "\(removed)"]) }
            }
        } catch {
            logger.error("events not looked after", metadata: ["error": "\(type(of: error))"])
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
