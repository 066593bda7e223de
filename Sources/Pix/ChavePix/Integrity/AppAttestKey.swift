import ChaveDeviceKeys
import Crypto

/// This device's key; one run at a time makes it, has it attested, and registers it at the app's server.
///
/// A run does not belong to the calls that wait for it: it continues when they are cancelled, so that no key is lost
/// half-way.
actor AppAttestKey {
    /// A key that the app's server accepts.
    struct Ready: Hashable, Sendable {
        let id: String
        /// Whether the awaited run made the key.
        let isNew: Bool
    }

    static let secretName = "app-attest-key"

    private let service: any AppAttestService
    private let backend: any AppAttestBackend
    private let store: any SecretStore
    /// The stage; `nil` until the first read.
    private var stage: AppAttestStage?
    private var isKept = true
    private var run: Promise<Result<Ready, AppAttestError>>?

    init(service: any AppAttestService, backend: any AppAttestBackend, store: any SecretStore) {
        self.service = service
        self.backend = backend
        self.store = store
    }

    /// The key; all callers wait for the same run.
    func ready() async throws(AppAttestError) -> Ready {
        if isKept, run == nil, case .known(let id) = stage { return Ready(id: id, isNew: false) }
        guard let outcome = await (run ?? start()).value() else { throw .cancelled }
        return try outcome.get()
    }

    /// Forgets the key with that identifier, but not a newer key.
    func forget(_ id: String) throws(AppAttestError) {
        guard stage == .known(key: id) else { return }
        try keep(.noKey)
    }

    private func start() -> Promise<Result<Ready, AppAttestError>> {
        let promise = Promise<Result<Ready, AppAttestError>>()
        run = promise
        Task {
            let outcome: Result<Ready, AppAttestError>
            do throws(AppAttestError) {
                outcome = .success(try await prepare())
            } catch {
                outcome = .failure(error)
            }
            run = nil
            promise.keep(outcome)
        }
        return promise
    }

    /// Goes from stage to stage until the server knows the key; makes at most one key.
    private func prepare() async throws(AppAttestError) -> Ready {
        var isNew = false
        var stage = try current()
        while true {
            if case .known(let id) = stage { return Ready(id: id, isNew: isNew) }
            let isMaking = stage == .noKey
            do throws(AppAttestError) {
                stage = try await next(after: stage)
            } catch {
                guard error.code == .keyRefused else { throw error }
                stage = .noKey
                try keep(stage)
                // A new key is made only once: the cause of its refusal would refuse the next key too.
                if isNew || isMaking { throw error }
                continue
            }
            isNew = isNew || isMaking
            try keep(stage)
        }
    }

    private func next(after stage: AppAttestStage) async throws(AppAttestError) -> AppAttestStage {
        switch stage {
        case .noKey: .made(key: try await generated())
        case .made(let key): .asked(key: key, challenge: try await backend.checkedChallenge())
        case .asked(let key, let challenge):
            .attested(key: key, challenge: challenge, object: try await attestation(of: key, over: challenge))
        case .attested(let key, let challenge, let object):
            try await registered(AppAttestation(keyID: key, challenge: challenge, object: object))
        case .known: stage
        }
    }

    private func generated() async throws(AppAttestError) -> String {
        do throws(AppAttestFault) {
            return try await service.generateKey()
        } catch {
            throw AppAttestError(error)
        }
    }

    private func attestation(of key: String, over challenge: [UInt8]) async throws(AppAttestError) -> [UInt8] {
        do throws(AppAttestFault) {
            return try await service.attest(key, hash: Array(SHA256.hash(data: challenge)))
        } catch {
            throw AppAttestError(error)
        }
    }

    private func registered(_ attestation: AppAttestation) async throws(AppAttestError) -> AppAttestStage {
        do {
            try await backend.register(attestation)
        } catch {
            throw AppAttestError(backend: error)
        }
        return .known(key: attestation.keyID)
    }
}

extension AppAttestKey {
    /// The stage; the first call reads it, and a later call stores a stage that an earlier run could not store.
    private func current() throws(AppAttestError) -> AppAttestStage {
        if let stage {
            if !isKept { try keep(stage) }
            return stage
        }
        do throws(DeviceKeyError) {
            let stored = AppAttestStage(stored: try store.secret(AppAttestKey.secretName))
            stage = stored
            return stored
        } catch {
            throw AppAttestKey.unkept(error)
        }
    }

    /// Stores the stage, and remembers it even when the store fails, so that this process does not lose a new key.
    private func keep(_ new: AppAttestStage) throws(AppAttestError) {
        stage = new
        isKept = false
        do throws(DeviceKeyError) {
            if let bytes = new.stored {
                try store.setSecret(AppAttestKey.secretName, bytes)
            } else {
                try store.removeSecret(AppAttestKey.secretName)
            }
        } catch {
            throw AppAttestKey.unkept(error)
        }
        isKept = true
    }

    private static func unkept(_ error: DeviceKeyError) -> AppAttestError {
        AppAttestError(.store, "The key's identifier cannot be read or kept: unlock the device.", cause: error)
    }
}

/// Apple's App Attest, as a thin layer.
protocol AppAttestService: Sendable {
    var isSupported: Bool { get }
    /// Makes a key and returns its identifier.
    func generateKey() async throws(AppAttestFault) -> String
    /// The attestation object; `hash` has 32 bytes.
    func attest(_ key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8]
    /// The assertion object; `hash` has 32 bytes.
    func assertion(by key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8]
}

/// The errors of Apple's service that this module distinguishes.
enum AppAttestFault: Error, Hashable {
    case unsupported
    case invalidKey
    case serverUnavailable
    /// Another code of `DCError`, or -1 for another error.
    case other(Int)
}
