import ChaveBase
import ChavePixModel

@testable import ChavePix

/// Apple's service and the app's server in one: both take note of what they are asked, and fail as they are told.
final class FakeAppAttest: AppAttestService, AppAttestBackend {
    struct Refusal: Error {}

    private struct State {
        var isSupported = true
        var calls: [String] = []
        var made = 0
        var challenges = 0
        var attested: Set<String> = []
        var hashes: [[UInt8]] = []
        var registered: [AppAttestation] = []
        var asserted: [AppAttestAssertion] = []
        var serviceFaults: [String: [AppAttestFault]] = [:]
        var backendFaults: [String: [any Error]] = [:]
        var gate: Promise<Void>?
        var challengeSize = 32
    }

    static let verdict = RiskSignals.Integrity(appRecognitionVerdict: "VERIFIED", deviceRecognitionVerdict: nil)
    private let state = Locked(State())

    var calls: [String] { state.withLock { $0.calls } }
    var made: Int { state.withLock { $0.made } }
    /// The client data hashes of attestations and assertions, in their order.
    var hashes: [[UInt8]] { state.withLock { $0.hashes } }
    var registered: [AppAttestation] { state.withLock { $0.registered } }
    var asserted: [AppAttestAssertion] { state.withLock { $0.asserted } }

    func clear() { state.withLock { ($0.calls, $0.hashes) = ([], []) } }
    func unsupport() { state.withLock { $0.isSupported = false } }
    func shortenChallenges(to size: Int) { state.withLock { $0.challengeSize = size } }
    /// The device's keys are gone, as after the app was installed anew.
    func loseKeys() { state.withLock { $0.attested = [] } }
    /// Registering waits for this.
    func hold(until gate: Promise<Void>) { state.withLock { $0.gate = gate } }
    func fail(_ call: String, _ faults: AppAttestFault...) { state.withLock { $0.serviceFaults[call] = faults } }
    func refuse(_ call: String, _ errors: any Error...) { state.withLock { $0.backendFaults[call] = errors } }

    var isSupported: Bool { state.withLock { $0.isSupported } }

    private func begin(_ call: String) throws(AppAttestFault) {
        let fault: AppAttestFault? = state.withLock { state in
            state.calls.append(call)
            guard var faults = state.serviceFaults[call], !faults.isEmpty else { return nil }
            defer { state.serviceFaults[call] = faults }
            return faults.removeFirst()
        }
        if let fault { throw fault }
    }

    private func answer(_ call: String) throws {
        let error: (any Error)? = state.withLock { state in
            state.calls.append(call)
            guard var errors = state.backendFaults[call], !errors.isEmpty else { return nil }
            defer { state.backendFaults[call] = errors }
            return errors.removeFirst()
        }
        if let error { throw error }
    }

    func generateKey() async throws(AppAttestFault) -> String {
        try begin("generate")
        return state.withLock { state in
            state.made += 1
            return "key \(state.made)"
        }
    }

    func attest(_ key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8] {
        state.withLock { $0.hashes.append(hash) }
        try begin("attest")
        let isFirst = state.withLock { $0.attested.insert(key).inserted }
        guard isFirst else { throw .invalidKey }
        return Array(repeating: 7, count: 6_000)
    }

    func assertion(by key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8] {
        state.withLock { $0.hashes.append(hash) }
        try begin("assert")
        guard state.withLock({ $0.attested.contains(key) }) else { throw .invalidKey }
        return [1, 2, 3]
    }

    func challenge() async throws -> [UInt8] {
        try answer("challenge")
        return state.withLock { state in
            state.challenges += 1
            return Array(repeating: UInt8(truncatingIfNeeded: state.challenges), count: state.challengeSize)
        }
    }

    func register(_ attestation: AppAttestation) async throws {
        if let gate = state.withLock({ $0.gate }) { await gate.value() }
        try answer("register")
        state.withLock { $0.registered.append(attestation) }
    }

    func verdict(on assertion: AppAttestAssertion) async throws -> RiskSignals.Integrity? {
        try answer("verdict")
        state.withLock { $0.asserted.append(assertion) }
        return FakeAppAttest.verdict
    }
}
