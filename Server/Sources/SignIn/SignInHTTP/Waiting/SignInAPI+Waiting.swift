import HTTPKernel
import SignInCore
import Waiting

extension SignInAPI {
    /// Reads again until the version differs from the caller's, nothing more will come, or the time is up.
    ///
    /// Each read checks the caller's token again. A caller that names no version gets an answer at once.
    func followed<View: Sendable>(
        _ context: SignInContext,
        version: (View) -> Int64,
        read: () async throws -> Followed<View>
    ) async throws -> View {
        let known = EntityTags.known(to: context.request)
        let seen = try await records.follow(
            milliseconds: (context.call.preferredWaitSeconds ?? 0) * 1_000,
            isHeld: { $0.changesInMilliseconds != nil && known.includes(version($0.view)) },
            read: read
        )
        return seen.view
    }
}
