import ChaveDeviceKeys

/// Signing keys in a chip that asks the person before each use; the sealed keys are in a store.
///
/// The type uses no Apple framework, so that its decisions are tested on other platforms too.
struct EnclaveSigningKeys: DeviceSigningKeys {
    let enclave: any Enclave
    let store: any SecretStore
    let showsPrompt: Bool
    /// Makes a name that no other key of the store has.
    let makeHandle: @Sendable () -> String

    func create() async throws(DeviceKeyError) -> String {
        guard enclave.isAvailable else {
            throw DeviceKeyError(.notSupported, "this device has no Secure Enclave, so it can keep no key for sign-in")
        }
        if let fault = enclave.lockFault() { throw DeviceKeyError(fault) }
        let handle = makeHandle()
        try store.setSecret(handle, try sealedNewKey())
        return handle
    }

    func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
        let sealed = try sealedKey(handle)
        do {
            return try enclave.publicKey(of: sealed)
        } catch {
            throw DeviceKeyError(error)
        }
    }

    func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8] {
        let sealed = try sealedKey(handle)
        let ask = enclave.makeAsk()
        let reason = AskPrompt.reason(prompt)
        let result = await withTaskCancellationHandler {
            await EnclaveSigningKeys.signature(message, sealed, ask, reason)
        } onCancel: {
            ask.end()
        }
        switch result {
        case .success(let signature): return signature
        // A prompt that was removed fails as if the person had closed it.
        case .failure where Task.isCancelled: throw DeviceKeyError(.userCancelled, "the call was cancelled")
        case .failure(let fault): throw DeviceKeyError(fault)
        }
    }

    func delete(_ handle: String) throws(DeviceKeyError) { try store.removeSecret(handle) }

    private static func signature(
        _ message: [UInt8],
        _ sealed: [UInt8],
        _ ask: any EnclaveAsk,
        _ reason: String
    ) async -> Result<[UInt8], PlatformFault> {
        do throws(PlatformFault) {
            guard !Task.isCancelled else { throw .cancelled }
            try await ask.verify(reason: reason)
            // A call that was cancelled during the prompt gets no signature.
            guard !Task.isCancelled else { throw .cancelled }
            return .success(try await ask.sign(message, with: sealed))
        } catch {
            return .failure(error)
        }
    }

    private func sealedNewKey() throws(DeviceKeyError) -> [UInt8] {
        do {
            return try enclave.makeKey()
        } catch {
            throw DeviceKeyError(error)
        }
    }

    private func sealedKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
        guard let sealed = try store.secret(handle) else {
            throw DeviceKeyError(.noCredential, "this device holds no such key")
        }
        return sealed
    }
}
