import ChaveBase
public import ChavePix
import Dispatch

/// Pix payments by biometrics: blocking calls and callbacks over `PixClient`.
///
/// Every call that returns a value blocks its thread until the value is there. It is safe on any thread, the main thread
/// included, but a user interface stands still meanwhile, and blocking calls from many tasks at once exhaust Swift's own
/// threads and never end: in asynchronous code use `client`, which has the same operations as `async throws`.
///
/// The work of a blocking call needs no thread of the caller. A `tokenProvider` or a `SignalCollector` of the app's own must
/// not need the main actor either, or a call from the main thread would wait for itself: under
/// `-default-isolation MainActor` write them `nonisolated`.
///
/// The device's keys and what it keeps beside them outlive this object; make one and reuse it. Its first call that needs the
/// network goes on with what an earlier run of the app has left without a final answer, for up to a minute; calls about
/// enrollments and payments wait for that at most five seconds. An observer may call this class on its own thread; one that
/// hands such a call to another thread must not wait for it.
public final class BiometricPixSDK: Sendable {
    /// What is known of the last call that answers true or false.
    public enum Outcome: String, Hashable, Sendable {
        /// It was true.
        case succeeded
        /// It was false, and the call has had no effect.
        case failed
        /// It was false because nothing could be learned. The payment may still happen: never show "try again", show the
        /// payment's state once it can be read.
        case unknown
    }

    /// The same operations as `async throws`, with typed errors.
    public let client: PixClient
    let callbackQueue: DispatchQueue
    private let outcome = Locked<Outcome?>(nil)

    /// With an access token from your server.
    ///
    /// An extension of an app gives a configuration of its own.
    @available(iOSApplicationExtension, unavailable)
    public convenience init(accessToken: String) { self.init(ownStandardWith: accessToken) }

    /// Without a token: for apps whose server makes the calls; those that need the network fail here with
    /// `.authenticationError`.
    @available(iOSApplicationExtension, unavailable)
    public convenience init() { self.init(ownStandardWith: nil) }

    @available(iOSApplicationExtension, unavailable)
    private convenience init(ownStandardWith accessToken: String?) {
        let standard = PixConfiguration.standard()
        self.init(
            client: PixClient(accessToken: accessToken, configuration: standard, ownsTransport: true),
            callbackQueue: nil
        )
    }

    /// With everything that the SDK takes from outside; its transport stays open after `cleanup()`.
    public convenience init(accessToken: String?, configuration: PixConfiguration) {
        self.init(
            client: PixClient(accessToken: accessToken, configuration: configuration),
            callbackQueue: configuration.callbackQueue
        )
    }

    private init(client: PixClient, callbackQueue: DispatchQueue?) {
        self.client = client
        self.callbackQueue = callbackQueue ?? DispatchQueue(label: "BiometricPixSDK.callbacks")
    }

    /// What is known of the last `confirmEnrollment` or `authorizePaymentIntent`; `nil` before the first.
    public var lastOutcome: Outcome? { outcome.withLock { $0 } }

    /// Ends polling and waiting calls and releases what the SDK itself made, its session; calls made afterwards fail.
    ///
    /// A transport that came with a configuration may serve others and stays open. Calling it twice is calling it once.
    public func cleanup() { client.close() }

    /// Remembers what is known, and says it in one bit.
    func isAccepted(_ settled: SettledOutcome) -> Bool {
        let known: Outcome =
            switch settled {
            case .accepted: .succeeded
            case .refused: .failed
            case .unknown: .unknown
            }
        outcome.withLock { $0 = known }
        return known == .succeeded
    }
}
