import ChaveBase
import ChaveCredentialChain
import ChaveDeviceKeys
import ChaveTransport
import Crypto

extension SignInEngine {
    /// Verifies a PEM chain: path, validity, key usage, names, and the root at its end.
    ///
    /// `root` is the expected fingerprint. With `nil` the chain's own root counts, for a caller with another reason to
    /// trust it.
    func verified(_ chain: [String], tenant: String, root: String?) async throws(SignInError) -> VerifiedChain {
        var certificates: [[UInt8]] = []
        for text in chain {
            guard let certificate = try? PEM.decode(text) else { throw .unreadable("certificate") }
            certificates.append(certificate)
        }
        do {
            return try await CredentialChain.verify(
                certificates,
                tenant: tenant,
                roots: [root ?? certificates.last.map(Fingerprint.of) ?? ""],
                now: Timestamp(microseconds: clock.now())
            )
        } catch {
            throw SignInError(error)
        }
    }

    /// The verified chain of a stored credential.
    func chain(of credential: KeptCredential) async throws(SignInError) -> VerifiedChain {
        guard let root = credential.text(.rootFingerprint) else { throw .damagedCredential }
        return try await verified(credential.chain, tenant: credential.tenant, root: root)
    }

    /// Makes a key for a new credential and the request that proves it; the person is asked once.
    func newKey(prompt: String) async throws(SignInError) -> NewKey {
        let keys = surroundings.keys
        do {
            let handle = try await keys.create()
            do {
                let point = try keys.publicKey(handle)
                let key = try P256.Signing.PublicKey(x963Representation: point)
                let request = try await CertificateRequest.make(key: key) { message in
                    try await keys.sign(message, with: handle, prompt: prompt)
                }
                return NewKey(
                    handle: handle,
                    publicKey: key,
                    request: request,
                    deviceName: await surroundings.shownDeviceName()
                )
            } catch {
                try? keys.delete(handle)
                throw error
            }
        } catch let error as DeviceKeyError {
            throw SignInError(error)
        } catch {
            throw SignInError(.deviceKeys, "The device's key cannot make a certificate request.")
        }
    }

    /// Signs with a stored key.
    func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(SignInError) -> [UInt8] {
        do {
            return try await surroundings.keys.sign(message, with: handle, prompt: prompt)
        } catch {
            throw Task.isCancelled ? SignInError.cancelledCall : SignInError(error)
        }
    }
}

/// A key that has no certificate yet.
struct NewKey: Sendable {
    let handle: String
    let publicKey: P256.Signing.PublicKey
    /// PKCS#10, DER.
    let request: [UInt8]
    /// The device's name when the request was made.
    let deviceName: String
}
