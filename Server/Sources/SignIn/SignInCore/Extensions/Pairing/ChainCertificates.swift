import ChaveBase
import ChaveCredentialChain
public import SignInModel

import enum Crypto.P256

/// Implements `ExtensionCertificates` for X.509, by the rules of credential chains and under the tenant's roots.
struct ChainCertificates: ExtensionCertificates {
    let signIn: SignIn

    func requestedKey(_ request: [UInt8]) throws(ExtensionCertificateProblem) -> RequestedKey {
        guard let verified = try? CertificateRequest(verifying: request),
            let digest = Digest(bytes: verified.keyDigest)
        else { throw .badRequest }
        return RequestedKey(publicKey: Array(verified.publicKey.derRepresentation), digest: digest)
    }

    func toBeSigned(
        _ child: ChildCertificateOrder,
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8] {
        let parent = try await verified(parents)
        guard let key = try? P256.Signing.PublicKey(derRepresentation: child.publicKey) else { throw .badRequest }
        do {
            return try ChildCertificate.toBeSigned(
                subject: CredentialSubject(
                    tenant: parents.tenant.text,
                    user: child.user,
                    credential: child.credential
                ),
                key: key,
                parent: parent,
                serial: child.serial,
                now: signIn.world.now(),
                seconds: signIn.policy.certificateSeconds
            )
        } catch {
            throw .unfitParents
        }
    }

    /// Checks the bytes again: the parent may have been renewed since they were written, and have another chain.
    func assembled(
        _ toBeSigned: [UInt8],
        signature: [UInt8],
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8] {
        let parent = try await verified(parents)
        guard (try? ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: signIn.world.now())) != nil
        else {
            throw .unfitParents
        }
        do {
            return try ChildCertificate.assembled(toBeSigned: toBeSigned, signature: signature, by: parent)
        } catch {
            throw .badSignature
        }
    }

    private func verified(_ parents: ParentCertificates) async throws(ExtensionCertificateProblem) -> VerifiedChain {
        do {
            return try await signIn.verifiedChain(parents.chain, of: parents.tenant)
        } catch is OAuthError {
            throw .unfitParents
        } catch {
            throw .fault(error)
        }
    }
}

extension SignIn {
    /// Accepts a code from a second device, with a certificate under the first device's chain.
    public func claimExtension(_ claim: ExtensionClaim) async throws -> BegunClaim {
        try await claimExtension(claim, certificates: ChainCertificates(signIn: self))
    }

    /// Records the second device's credential and ends both sides, with a certificate under the first device's chain.
    public func approvePairing(
        _ approval: PairingApproval,
        of id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> ExtensionView {
        let certificates = ChainCertificates(signIn: self)
        return try await approvePairing(approval, of: id, token: token, tenant: tenant, certificates: certificates)
    }
}
