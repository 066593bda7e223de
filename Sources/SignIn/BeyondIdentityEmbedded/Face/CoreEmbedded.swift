import ChaveBase
import Dispatch

#if canImport(os)
    public import os
#endif

/// Sign-in with a credential of this device.
///
/// Each function has two forms. The callback form follows the guide: the callback is called exactly once, on the
/// configuration's callback queue, by default the main queue. The `async throws` form throws a `SignInError`, which has
/// more detail.
///
/// Calls run one after another, in the order of their requests. While an extension of a credential is running, other
/// calls fail at once. Two calls never wait and also work during an extension: `cancelExtendCredentials` and
/// `accessToken`. Before the first `configure` or `Embedded.initialize` every call fails with `.notInitialized`.
public final class CoreEmbedded: Sendable {
    /// The object behind `Embedded.shared`.
    public static let shared = CoreEmbedded()

    /// Does the same as `Embedded.initialize`, with a required domain.
    @available(iOSApplicationExtension, unavailable)
    public static func initialize(
        biometricAskPrompt: String,
        clientID: String,
        domain: Domain,
        redirectURI: String,
        logger: ((OSLogType, String) -> Void)? = nil
    ) {
        Embedded.initialize(
            biometricAskPrompt: biometricAskPrompt,
            clientID: clientID,
            domain: domain,
            redirectURI: redirectURI,
            logger: logger
        )
    }

    let calls = CallQueue()
    private let engine = Locked<SignInEngine?>(nil)
    private let numbers = Locked<(@Sendable (MatchNumber) -> Void)?>(nil)
    private let approval = Locked<PairingApproval?>(nil)

    /// Creates a separate object, for programs that act as several devices at once; apps use `Embedded.shared`.
    public init() {}

    /// Replaces the configuration for later calls; running calls keep the old one.
    public func configure(_ configuration: SignInConfiguration, logger: ((OSLogType, String) -> Void)? = nil) {
        let log = SignInLog(logger, on: configuration.surroundings.callbackQueue)
        let made = SignInEngine(configuration, log: log)
        engine.withLock { $0 = made }
    }

    /// Sets the handler that shows the match number on the importing device; the SDK calls it on the callback queue.
    ///
    /// Set it before `registerCredentials(token:)`: the person compares this number with the number on the first
    /// device. Without a handler the SDK shows the number itself, when the surroundings are the platform's own. It uses
    /// an alert over the app's window. A later call replaces the handler, and `nil` removes it.
    public func onMatchNumber(_ show: (@Sendable (MatchNumber) -> Void)?) { numbers.withLock { $0 = show } }

    /// Sets how the person picks a second device's number in the callback form.
    ///
    /// Without an approval the platform's prompt names the device and its number. When that prompt shows no text, as
    /// with Face ID, the SDK asks in an alert over the app's window. This needs the platform's own surroundings and a
    /// window. Otherwise the extension does not begin, because the person could not see which device is let in.
    ///
    /// With an approval the app asks the person first, and the prompt comes after it. A later call replaces the
    /// approval, and `nil` removes it.
    public func onPairing(_ approval: PairingApproval?) { self.approval.withLock { $0 = approval } }

    var pairingApproval: PairingApproval? { approval.withLock { $0 } }

    var configured: SignInEngine? { engine.withLock { $0 } }

    var matchNumberShownByApp: (@Sendable (MatchNumber) -> Void)? { numbers.withLock { $0 } }

    /// Runs a call in its turn.
    func call<Value: Sendable>(
        _ work: @escaping @Sendable (SignInEngine) async throws(SignInError) -> Value
    ) -> Task<Result<Value, SignInError>, Never> {
        guard let engine = configured else { return Task { .failure(.notInitialized) } }
        return calls.run {
            do throws(SignInError) {
                return .success(try await work(engine))
            } catch {
                engine.log(.error, "A call failed: \(error.code).")
                return .failure(error)
            }
        }
    }

    /// Runs a call in its turn and waits for the result; cancelling the waiting task cancels the call.
    func value<Value: Sendable>(
        _ work: @escaping @Sendable (SignInEngine) async throws(SignInError) -> Value
    ) async throws(SignInError) -> Value {
        let task = call(work)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Runs a call in its turn and calls `callback` once with the result.
    func tell<Value: Sendable>(
        _ callback: @escaping (Result<Value, BISDKError>) -> Void,
        _ work: @escaping @Sendable (SignInEngine) async throws(SignInError) -> Value
    ) {
        let carried = Carried(value: callback)
        let queue = configured?.surroundings.callbackQueue ?? .main
        let task = call(work)
        Task {
            let result = await task.value.mapError(\.legacy)
            queue.async { carried.value(result) }
        }
    }
}
