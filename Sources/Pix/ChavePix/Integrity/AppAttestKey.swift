import ChaveDeviceKeys
import Crypto

/// This device's key: made, attested and made known to the app's server, by one run at a time.
///
/// A run belongs to nobody who waits for it: it goes on when they are cancelled, so that no key is lost half-way.
actor AppAttestKey {
    /// A key that the app's server takes.
    struct Ready: Hashable, Sendable {
        let id: String
        /// Whether the run that was waited for made it.
        let isNew: Bool
    }

    static let secretName = "app-attest-key"

    private let service: any AppAttestService
    private let backend: any AppAttestBackend
    private let store: any SecretStore
    /// `nil` until it was read.
    private var stage: AppAttestStage?
    private var isKept = true
    private var run: Promise<Result<Ready, AppAttestError>>?

    init(service: any AppAttestService, backend: any AppAttestBackend, store: any SecretStore) {
        self.service = service
        self.backend = backend
        self.store = store
    }

    /// The key, for whose making everybody waits for the same run.
    func ready() async throws(AppAttestError) -> Ready {
        if isKept, run == nil, case .known(let id) = stage { return Ready(id: id, isNew: false) }
        guard let outcome = await (run ?? start()).value() else { throw .cancelled }
        return try outcome.get()
    }

    /// Forgets the key of that identifier; a newer one stays.
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

    /// Goes from stage to stage until the key is known; makes at most one.
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
                // Anew only once: what refuses a new key would refuse the next one too.
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
    /// The stage, read at first; what an earlier run could not keep is kept now.
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

    /// Remembered also where the store fails, so that a key which was made is not lost to this process.
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
