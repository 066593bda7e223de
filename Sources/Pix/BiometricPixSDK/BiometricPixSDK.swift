import ChaveBase
public import ChavePix
import Dispatch

/// Pix payments by biometrics: blocking calls and callbacks over `PixClient`.
///
/// Every call that returns a value blocks its thread until the value is available. It is safe on any thread, also on
/// the main thread, but the user interface freezes in the meantime. Blocking calls from many tasks at once exhaust
/// Swift's own threads and never end. In asynchronous code use `client`, which has the same operations as
/// `async throws`.
///
/// The work of a blocking call needs no thread of the caller. An app's own `tokenProvider` or `SignalCollector` must
/// not need the main actor either, or a call from the main thread would wait for itself. Under
/// `-default-isolation MainActor`, write them `nonisolated`.
///
/// The device's keys and the data stored beside them outlive this object; make one object and reuse it. The first call
/// that needs the network also resumes requests of an earlier run that have no final response, for up to a minute.
/// Calls about enrollments and payments wait for that at most five seconds. An observer may call this class on its own
/// thread. An observer that passes such a call to another thread must not wait for it.
public final class BiometricPixSDK: Sendable {
    /// The known outcome of the last call that returns true or false.
    public enum Outcome: String, Hashable, Sendable {
        /// The call returned true.
        case succeeded
        /// The call returned false and has had no effect.
        case failed
        /// The call returned false because the outcome is unknown.
        ///
        /// The payment may still happen: never show "try again", and show the payment's state when it can be read.
        case unknown
    }

    /// The client, which has the same operations as `async throws`, with typed errors.
    public let client: PixClient
    let callbackQueue: DispatchQueue
    private let outcome = Locked<Outcome?>(nil)

    /// The SDK with an access token from your server.
    ///
    /// An extension of an app must use the initialiser with a configuration.
    @available(iOSApplicationExtension, unavailable)
    public convenience init(accessToken: String) { self.init(ownStandardWith: accessToken) }

    /// The SDK without a token, for apps whose server makes the calls.
    ///
    /// Calls that need the network fail with `.authenticationError`.
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

    /// The SDK with a configuration, whose transport stays open after `cleanup()`.
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

    /// The outcome of the last `confirmEnrollment` or `authorizePaymentIntent`; `nil` before the first.
    public var lastOutcome: Outcome? { outcome.withLock { $0 } }

    /// Ends polling and waiting calls and closes the session that the SDK itself made; later calls fail.
    ///
    /// A transport from a configuration may serve other clients and stays open. A second call has no effect.
    public func cleanup() { client.close() }

    /// Stores the outcome, and returns whether it is a success.
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
