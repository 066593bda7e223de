import ChaveBase
import Dispatch

#if canImport(os)
    public import os
#endif

/// Sign-in by a credential of this device.
///
/// Each function comes twice: with a callback, as the guide has it, called exactly once on the configuration's callback
/// queue, the main queue unless set; and as `async throws`, where `SignInError` says more. Calls are made one after another,
/// in the order in which they were asked for, and while a credential is being extended they fail at once. Two wait for
/// nobody and work also then: `cancelExtendCredentials` and `accessToken`. Before the first `configure` or `Embedded.initialize` every call fails with
/// `.notInitialized`.
public final class CoreEmbedded: Sendable {
    /// What `Embedded.shared` is.
    public static let shared = CoreEmbedded()

    /// What `Embedded.initialize` is, with the domain always named.
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

    /// An object of its own, for programs that are several devices at once; apps use `Embedded.shared`.
    public init() {}

    /// Replaces the configuration for the calls that follow; those under way end as they began.
    public func configure(_ configuration: SignInConfiguration, logger: ((OSLogType, String) -> Void)? = nil) {
        let log = SignInLog(logger, on: configuration.surroundings.callbackQueue)
        let made = SignInEngine(configuration, log: log)
        engine.withLock { $0 = made }
    }

    /// What shows the match number on the device that imports; called on the callback queue.
    ///
    /// Set it before `registerCredentials(token:)`: the person compares this number with the one on the first device. Without
    /// it the SDK shows the number itself, in an alert over the app's window, where the surroundings are the platform's own.
    /// A later call replaces it, `nil` removes it.
    public func onMatchNumber(_ show: (@Sendable (MatchNumber) -> Void)?) { numbers.withLock { $0 = show } }

    /// How the person picks a second device's number in the callback face.
    ///
    /// Without it the platform's prompt names device and number. Where that shows no text, as with Face ID, the SDK asks by
    /// itself, in an alert over the app's window, where the surroundings are the platform's own; with others, or without a
    /// window, nothing begins, for nobody would have seen which device is let in. With it the person is asked by the app and
    /// then by the prompt. A later call replaces it, `nil` removes it.
    public func onPairing(_ approval: PairingApproval?) { self.approval.withLock { $0 = approval } }

    var pairingApproval: PairingApproval? { approval.withLock { $0 } }

    var configured: SignInEngine? { engine.withLock { $0 } }

    var matchNumberShownByApp: (@Sendable (MatchNumber) -> Void)? { numbers.withLock { $0 } }

    /// Has the call made in its turn.
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

    /// The same, waited for; cancelling the waiting task cancels the call.
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

    /// The same, told to a callback, once.
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
