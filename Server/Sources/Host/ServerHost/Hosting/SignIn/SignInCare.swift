import ChaveBase
import Logging
import PaymentsCore
import ServiceLifecycle
import SignInCore
import SignInModel

/// The regular care of sign-in.
///
/// It removes expired records and surplus events, rotates keys of ID tokens, and reports guessing.
struct SignInCare: Service, CustomStringConvertible {
    let signIn: SignIn
    let metrics: ServerMetrics
    let world: World
    let logger: Logger

    var description: String { "SignInCare" }

    private static let lookEveryMilliseconds = 60_000
    /// Events are counted only once in this number of looks, because counting reads all of them.
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

    /// Runs one look; `alarms` has each tenant's number of alarms at the last look.
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

    /// Removes each tenant's events past the limit.
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

    /// Reads a tenant's alarms and reports new ones; the earlier server reported those from before the start.
    private func raised(of tenant: TenantID, before: Int64?) async throws -> Int64 {
        let raised = try await signIn.guessAlarm(of: tenant).raised
        if let before, raised > before {
            metrics.alerted("sign_in_codes_guessed")
            logger.warning("codes are guessed", metadata: ["tenant": .string(tenant.text)])
        }
        return raised
    }
}
