public import App2App
import ChaveTransport
import Foundation

extension TestClock {
    /// The same time for a `TokenActivationSession`: its request expires when the test's time has passed its five minutes.
    public var tokenActivationClock: TokenActivationClock {
        TokenActivationClock(
            now: { Date(timeIntervalSince1970: Double(self.now) / 1_000_000) },
            sleep: { seconds in
                // What a session waits for is the end of a request, a limit.
                try await self.clock.limit(seconds > 0 ? Int64(min(seconds, 86_400) * 1_000) : 0)
            }
        )
    }
}
