import BiometricPixSDK
import ChaveBase
import Foundation

/// Collects what a ceremony calls back, and waits for it.
final class Listener: FidoRegistrationCallback, FidoAuthenticationCallback, @unchecked Sendable {
    // Unchecked: everything mutable is behind `calls`.
    enum Call: Sendable {
        case registered(PublicKeyCredential, AuthenticatorAttestationResponse)
        case signed(AssertionResponse)
        case failed(String)
    }

    private let calls = Locked<[(Call, isMain: Bool)]>([])
    private let arrived = DispatchSemaphore(value: 0)
    private let inside: @Sendable (Call) -> Void

    init(inside: @escaping @Sendable (Call) -> Void = { _ in }) { self.inside = inside }

    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse) {
        add(.registered(credential, response))
    }
    func onSuccess(response: AssertionResponse) { add(.signed(response)) }
    func onError(error: String) { add(.failed(error)) }

    private func add(_ call: Call) {
        inside(call)
        calls.withLock { $0.append((call, Thread.isMainThread)) }
        arrived.signal()
    }

    /// Waits without a limit of its own: beside other tests on few cores nothing is late by the clock.
    func wait() -> Call? {
        arrived.wait()
        return calls.withLock { $0.last?.0 }
    }

    var count: Int { calls.withLock { $0.count } }
    var wasOnMain: Bool { calls.withLock { $0.contains { $0.isMain } } }
}
