import BeyondIdentityEmbedded

/// The access tokens of the user at the issuer's server.
///
/// An activation needs a token of a recent sign-in. ``verify(on:)`` gets that token before the server is asked, and
/// each try of the call uses it.
final class HolderTokens: Sendable {
    private struct Known {
        var verified: (token: String, at: ContinuousClock.Instant)?
        var problem: SignInError?
    }

    private let device: CoreEmbedded
    private let known = Mutexed(Known())

    init(device: CoreEmbedded) { self.device = device }

    /// The reason why the last attempt gave no token; `nil` when it gave one.
    var problem: SignInError? { known.value.problem }

    /// Any valid token; the user is asked only when there is none.
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

    /// A token of a sign-in within `seconds`, from ``verify(on:)``; else the user is asked.
    func fresh(withinSeconds seconds: Int) async throws(SignInError) -> String {
        // A token that is about to grow too old would be too old on arrival.
        let limit = Duration.seconds(max(seconds - 10, 0))
        if let verified = known.value.verified, verified.at.duration(to: .now) < limit { return verified.token }
        return try await verify(on: device)
    }

    /// Asks the user with the device's key; the latest result counts.
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
