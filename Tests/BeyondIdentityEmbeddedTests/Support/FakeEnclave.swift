import ChaveBase
import ChaveTransport
import Crypto
import Foundation

@testable import BeyondIdentityEmbedded

/// A chip whose keys are software's, and a person who answers as a test wants.
///
/// As the real one it seals keys for itself alone, and a context that was ended verifies nobody.
final class FakeEnclave: Enclave {
    enum Person: Sendable {
        case agrees
        case fault(PlatformFault)
        /// Does not answer until the prompt is taken away.
        case isAway
    }

    struct State {
        var isAvailable = true
        var lockFault: PlatformFault?
        var makeFault: PlatformFault?
        var signFault: PlatformFault?
        var person = Person.agrees
        var reasons: [String] = []
        var signatures = 0
        var ended = 0
    }

    let state = Locked(State())
    /// Passed when the person has agreed and before the key signs.
    let onVerified: @Sendable () async -> Void

    init(onVerified: @escaping @Sendable () async -> Void = {}) { self.onVerified = onVerified }

    var isAvailable: Bool { state.withLock { $0.isAvailable } }

    func lockFault() -> PlatformFault? { state.withLock { $0.lockFault } }

    func makeKey() throws(PlatformFault) -> [UInt8] {
        if let fault = state.withLock({ $0.makeFault }) { throw fault }
        return Array(P256.Signing.PrivateKey().rawRepresentation)
    }

    func publicKey(of sealed: [UInt8]) throws(PlatformFault) -> [UInt8] {
        Array(try FakeEnclave.key(sealed).publicKey.x963Representation)
    }

    func makeAsk() -> any EnclaveAsk { Ask(enclave: self) }

    fileprivate static func key(_ sealed: [UInt8]) throws(PlatformFault) -> P256.Signing.PrivateKey {
        do {
            return try P256.Signing.PrivateKey(rawRepresentation: sealed)
        } catch {
            throw .keyGone
        }
    }

    private final class Ask: EnclaveAsk {
        private let enclave: FakeEnclave
        private let isEnded = Locked(false)
        private let isVerified = Locked(false)

        init(enclave: FakeEnclave) { self.enclave = enclave }

        func verify(reason: String) async throws(PlatformFault) {
            let person = enclave.state.withLock { state in
                state.reasons.append(reason)
                return state.person
            }
            switch person {
            case .agrees: break
            case .fault(let fault): throw fault
            case .isAway:
                while !isEnded.withLock({ $0 }) { try? await Task.sleep(nanoseconds: 500_000) }
            }
            guard !isEnded.withLock({ $0 }) else {
                throw PlatformFault(domain: PlatformFault.localAuthentication, code: -10)
            }
            isVerified.withLock { $0 = true }
            await enclave.onVerified()
        }

        func sign(_ message: [UInt8], with sealed: [UInt8]) async throws(PlatformFault) -> [UInt8] {
            guard isVerified.withLock({ $0 }) else { throw .notVerified }
            if let fault = enclave.state.withLock({ $0.signFault }) { throw fault }
            let key = try FakeEnclave.key(sealed)
            guard let signature = try? key.signature(for: message) else { throw .keyGone }
            enclave.state.withLock { $0.signatures += 1 }
            return Array(signature.derRepresentation)
        }

        func end() {
            isEnded.withLock { $0 = true }
            enclave.state.withLock { $0.ended += 1 }
        }
    }
}

extension PlatformFault {
    /// The chip no longer has the key (`TKError.objectNotFound`).
    fileprivate static let keyGone = PlatformFault(domain: cryptoTokenKit, code: -6)
}
