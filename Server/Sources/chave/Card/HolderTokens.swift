import BeyondIdentityEmbedded

/// The tokens that speak for the person at the issuer's server.
///
/// An activation wants a token of somebody who was there just now: that one is got before the server is asked, by
/// ``verify(on:)``, and handed out for each try of the call.
final class HolderTokens: Sendable {
    private struct Known {
        var verified: (token: String, at: ContinuousClock.Instant)?
        var problem: SignInError?
    }

    private let device: CoreEmbedded
    private let known = Mutexed(Known())

    init(device: CoreEmbedded) { self.device = device }

    /// Why the last attempt gave no token; `nil` where it gave one.
    var problem: SignInError? { known.value.problem }

    /// Whatever token counts; the person is asked only where there is none.
    func any() async throws(SignInError) -> String {
        do throws(SignInError) {
            return try await device.accessToken().value
        } catch {
            guard error.code == .signInRequired else {
                known.change { $0.problem = error }
                throw error
            }
            return try await verify(on: device)
        }
    }

    /// One for which the person was there so recently, as ``verify(on:)`` left it; else they are asked.
    func fresh(withinSeconds seconds: Int) async throws(SignInError) -> String {
        // What is about to grow too old would be so when it arrives.
        let limit = Duration.seconds(max(seconds - 10, 0))
        if let verified = known.value.verified, verified.at.duration(to: .now) < limit { return verified.token }
        return try await verify(on: device)
    }

    /// Has the device's key ask the person; the newest word counts.
    @discardableResult
    func verify(on device: CoreEmbedded) async throws(SignInError) -> String {
        do throws(SignInError) {
            let asked = ContinuousClock.now
            let token = try await device.authenticate().accessToken.value
            known.value = Known(verified: (token, asked), problem: nil)
            return token
        } catch {
            known.value = Known(verified: nil, problem: error)
            throw error
        }
    }
}
