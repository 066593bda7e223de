package import ChaveDeviceKeys
package import ChavePixModel
import ChaveTransport

/// The parts of a call that must return yes or no; each part ends at its deadline.
private struct Settling {
    /// The call itself: the first time without a deadline, later with the note that an earlier try is still open.
    var call: (_ deadline: Int64?, _ mayHaveReached: Bool) async throws(PixError) -> SettledOutcome
    /// The outcome that the object's state tells; `nil` when it tells none.
    var look: (_ deadline: Int64) async throws(PixError) -> SettledOutcome?
    /// Cancels, so that the call definitely has no effect.
    var cancel: (_ deadline: Int64) async throws(PixError) -> SettledOutcome?
    /// The outcome when the server has accepted the call and its end cannot be read.
    var acceptedWithoutEnd: (PixError) -> SettledOutcome
}

extension PixClient {
    /// Authorises, and continues until it is known whether money moves, for as long as the policy allows.
    ///
    /// After an unknown outcome, it repeats the same bytes under the same key and reads the intent. In the second half
    /// of the time it also tries to cancel; a successful cancel is definite. An accepted authorisation is neither
    /// repeated nor cancelled. It is only read, because the bank may still have refused it. When it cannot be read
    /// either, it counts as accepted.
    package func settleAuthorization(
        _ intent: PaymentIntentID,
        assertion: CredentialAssertion,
        riskSignals: RiskSignals,
        platform: DevicePlatform?
    ) async -> SettledOutcome {
        let authorization = authorization(assertion: assertion, riskSignals: riskSignals, platform: platform)
        let request = kept(authorization, for: intent)
        let parts = Settling { [self] deadline, mayHaveReached async throws(PixError) in
            let read = try await authorize(intent, request, mayHaveReached: mayHaveReached, before: deadline)
            return PixClient.outcome(of: read) ?? .accepted
        } look: { [self] deadline async throws(PixError) in
            PixClient.outcome(of: try await readIntent(intent, before: deadline))
        } cancel: { [self] deadline async throws(PixError) in
            let read = try await cancelForNow(intent, before: deadline)
            await stored.settle(.authorizePaymentIntent, .paymentIntent(intent))
            return PixClient.outcome(of: read)
        } acceptedWithoutEnd: { _ in
            .accepted
        }
        return await settle(parts)
    }

    /// Confirms, and continues until it is known whether the device can pay, for as long as the policy allows.
    package func settleConfirmation(
        _ enrollment: EnrollmentID,
        _ credential: CreatedCredential
    ) async -> SettledOutcome {
        let request = kept(credential, for: enrollment)
        let parts = Settling { [self] deadline, mayHaveReached async throws(PixError) in
            let read = try await confirmEnrollment(
                enrollment,
                request,
                mayHaveReached: mayHaveReached,
                before: deadline
            )
            return PixClient.outcome(of: read) ?? .refused(nil)
        } look: { [self] deadline async throws(PixError) in
            PixClient.outcome(of: try await readEnrollment(enrollment, before: deadline))
        } cancel: { [self] deadline async throws(PixError) in
            let read = try await cancelForNow(enrollment, before: deadline)
            await stored.settle(.confirmEnrollment, .enrollment(enrollment))
            return PixClient.outcome(of: read)
        } acceptedWithoutEnd: {
            .unknown($0)
        }
        return await settle(parts)
    }

    /// The outcome of the intent's state; a state that this version does not know is not a refusal.
    private static func outcome(of intent: PaymentIntentResource) -> SettledOutcome? {
        switch intent.status {
        case .failed, .canceled: .refused(nil)
        case .pending: nil
        default: .accepted
        }
    }

    /// The outcome of the enrollment's state; only an enrollment that is SUCCEEDED can pay.
    private static func outcome(of enrollment: EnrollmentResource) -> SettledOutcome? {
        switch enrollment.status {
        case .succeeded: .accepted
        case .pending: nil
        default: .refused(nil)
        }
    }

    private func settle(_ parts: Settling) async -> SettledOutcome {
        var unknown: PixError
        do throws(PixError) {
            return try await parts.call(nil, false)
        } catch {
            switch error.code {
            case .outcomeUnknown: unknown = error
            case .timedOut: return .unknown(error)
            default: return .refused(error)
            }
        }
        let policy = configuration.polling.unknownOutcome
        let clock = configuration.clock
        let began = clock.uptimeMilliseconds()
        let deadline = began + policy.limitMilliseconds
        while !isClosed {
            let rest = deadline - clock.uptimeMilliseconds()
            guard rest > 0, (try? await clock.sleep(min(policy.intervalMilliseconds, rest))) != nil else { break }
            guard clock.uptimeMilliseconds() < deadline else { break }
            if unknown.isAccepted {
                if let outcome = (try? await parts.look(deadline)) ?? nil { return outcome }
                continue
            }
            do throws(PixError) {
                return try await parts.call(deadline, true)
            } catch {
                switch error.code {
                case .outcomeUnknown: unknown = error
                case .timedOut: return .unknown(error)
                // Nothing was sent this time; the earlier tries are as unknown as before.
                case .cancelled, .closed: return .unknown(unknown)
                // Only a refusal of the bytes is also an answer to the earlier tries.
                default: if error.refusesTheBytes { return .refused(error) }
                }
            }
            let isSecondHalf = clock.uptimeMilliseconds() - began >= policy.limitMilliseconds / 2
            guard isSecondHalf, !unknown.isAccepted else { continue }
            if let outcome = (try? await parts.cancel(deadline)) ?? nil { return outcome }
        }
        return unknown.isAccepted ? parts.acceptedWithoutEnd(unknown) : .unknown(unknown)
    }
}

/// The final knowledge about a call that must return yes or no.
package enum SettledOutcome: Sendable {
    /// The call had its effect, or the server has accepted it and works on it.
    case accepted
    /// The call ended without effect.
    case refused(PixError?)
    /// The outcome is unknown.
    case unknown(PixError)
}
