import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveWire
import Crypto

/// The verdicts of the app's server on the signatures of this device's key.
actor AppAttestVerdicts {
    private let service: any AppAttestService
    private let backend: any AppAttestBackend
    private let key: AppAttestKey

    init(service: any AppAttestService, backend: any AppAttestBackend, store: any SecretStore) {
        self.service = service
        self.backend = backend
        key = AppAttestKey(service: service, backend: backend, store: store)
    }

    /// One verdict, for which at most one key is made.
    func verdict(for signals: RiskSignals) async throws(AppAttestError) -> RiskSignals.Integrity? {
        guard service.isSupported else { throw .unsupported }
        let first = try await key.ready()
        do throws(AppAttestError) {
            return try await verdict(for: signals, by: first.id)
        } catch {
            guard error.code == .keyRefused else { throw error }
            try await key.forget(first.id)
            guard !first.isNew else { throw error }
        }
        let second = try await key.ready()
        do throws(AppAttestError) {
            return try await verdict(for: signals, by: second.id)
        } catch {
            if error.code == .keyRefused { try await key.forget(second.id) }
            throw error
        }
    }

    private func verdict(
        for signals: RiskSignals,
        by key: String
    ) async throws(AppAttestError) -> RiskSignals.Integrity? {
        guard !Task.isCancelled else { throw .cancelled }
        let challenge = try await backend.checkedChallenge()
        let data = AppAttestClientData.bytes(challenge: challenge, signals: signals)
        let object: [UInt8]
        do throws(AppAttestFault) {
            object = try await service.assertion(by: key, hash: Array(SHA256.hash(data: data)))
        } catch {
            throw AppAttestError(error)
        }
        do {
            return try await backend.verdict(on: AppAttestAssertion(keyID: key, clientData: data, object: object))
        } catch {
            throw AppAttestError(backend: error)
        }
    }
}

extension AppAttestBackend {
    /// A challenge of an allowed length.
    func checkedChallenge() async throws(AppAttestError) -> [UInt8] {
        let challenge: [UInt8]
        do {
            challenge = try await self.challenge()
        } catch {
            throw AppAttestError(backend: error)
        }
        guard (16...1_024).contains(challenge.count) else {
            throw AppAttestError(.backend, "The challenge of the app's server must have 16 to 1,024 bytes.")
        }
        return challenge
    }
}

/// The client data of an assertion: the server's challenge and the signals.
enum AppAttestClientData {
    /// The bytes in the form that `AppAttestAssertion.clientData` describes to servers.
    static func bytes(challenge: [UInt8], signals: RiskSignals) -> [UInt8] {
        var bare = signals
        bare.integrity = nil
        var object = JSONObject()
        object["challenge"] = .string(Base64URL.encode(challenge))
        object["signals"] = bare.json
        return JSONValue.object(object).encoded()
    }
}
