package import ChaveDeviceKeys
package import ChavePixModel
import ChaveTransport

extension PixClient {
    /// Authorises and does not give up before it is known whether money may move, for as long as the policy says.
    ///
    /// On unknown it repeats the same bytes under the same key and reads the intent; in the second half of the time it also
    /// tries to cancel, which is definite when it succeeds.
    package func settleAuthorization(
        _ intent: PaymentIntentID,
        assertion: CredentialAssertion,
        riskSignals: RiskSignals,
        platform: DevicePlatform?
    ) async -> SettledOutcome {
        let settled = await settling { [self] () async throws(PixError) in
            let read = try await authorize(
                intent,
                assertion: assertion,
                riskSignals: riskSignals,
                platform: platform
            )
            return PixClient.outcome(of: read)
        } cancelling: { [self] () async throws(PixError) in
            let read = try await cancelPaymentIntent(intent)
            await stored.settle(.authorizePaymentIntent, .paymentIntent(intent))
            return PixClient.outcome(of: read)
        }
        // A cancel that was tried on the way must not come back after a restart.
        if settled.isKnown { await stored.settle(.cancelPaymentIntent, .paymentIntent(intent)) }
        return settled
    }

    /// Confirms and does not give up before it is known whether the enrollment stands, for as long as the policy says.
    package func settleConfirmation(
        _ enrollment: EnrollmentID,
        _ credential: CreatedCredential
    ) async -> SettledOutcome {
        let settled = await settling { [self] () async throws(PixError) in
            PixClient.outcome(of: try await confirmEnrollment(enrollment, credential))
        } cancelling: { [self] () async throws(PixError) in
            let read = try await cancelEnrollment(enrollment)
            await stored.settle(.confirmEnrollment, .enrollment(enrollment))
            return PixClient.outcome(of: read)
        }
        if settled.isKnown { await stored.settle(.cancelEnrollment, .enrollment(enrollment)) }
        return settled
    }

    /// The intent's own state decides; one that this version does not know is not a refusal.
    private static func outcome(of intent: PaymentIntentResource) -> SettledOutcome {
        switch intent.status {
        case .failed, .canceled: .refused(nil)
        default: .accepted
        }
    }

    private static func outcome(of enrollment: EnrollmentResource) -> SettledOutcome {
        enrollment.status == .succeeded ? .accepted : .refused(nil)
    }

    private func settling(
        _ call: () async throws(PixError) -> SettledOutcome,
        cancelling cancel: () async throws(PixError) -> SettledOutcome
    ) async -> SettledOutcome {
        let policy = configuration.polling.unknownOutcome
        let clock = configuration.clock
        var unknownSince: Int64?
        while true {
            let unknown: PixError
            do throws(PixError) {
                return try await call()
            } catch  where error.code == .outcomeUnknown {
                if error.unknownOutcome?.isAccepted ?? false { return .accepted }
                unknown = error
            } catch  where error.code == .timedOut {
                return .unknown(error)
            } catch {
                return .refused(error)
            }
            let now = clock.uptimeMilliseconds()
            let began = unknownSince ?? now
            unknownSince = began
            if now - began >= policy.limitMilliseconds / 2, let outcome = try? await cancel() { return outcome }
            guard clock.uptimeMilliseconds() - began < policy.limitMilliseconds, !isClosed else {
                return .unknown(unknown)
            }
            do {
                try await clock.sleep(policy.intervalMilliseconds)
            } catch {
                return .unknown(unknown)
            }
        }
    }
}
